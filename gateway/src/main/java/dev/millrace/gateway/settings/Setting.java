package dev.millrace.gateway.settings;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One thing that can be set, known by one name: `slice-size` in the YAML file, `--slice-size` as a
/// flag, `MILLRACE_SLICE_SIZE` in the environment. All of them are in [SettingTable].
public final class Setting<T> {
  static final String VARIABLE_PREFIX = "MILLRACE_";

  private static final String BETWEEN_WORDS = "|";

  private final String name;
  private final Kind<T> kind;
  private final String description;
  private final @Nullable String fallback;
  private final String fallbackDescription;
  private final Change change;

  /// When a change of it holds.
  public enum Change {
    /// With the next start.
    RESTART,
    /// With the next start; what changes in the file that it names holds at once.
    CONTENT,
    /// At once.
    LIVE
  }

  private Setting(
      String name,
      Kind<T> kind,
      String description,
      @Nullable String fallback,
      String fallbackDescription,
      Change change) {
    this.name = name;
    this.kind = kind;
    this.description = description;
    this.fallback = fallback;
    this.fallbackDescription = fallbackDescription;
    this.change = change;
  }

  /// A setting that is `fallback` where nothing is given.
  static <T> Setting<T> of(String name, Kind<T> kind, String description, String fallback) {
    return new Setting<>(name, kind, description, fallback, fallback, Change.RESTART);
  }

  /// A setting that follows from others, or from the surroundings, where nothing is given.
  static <T> Setting<T> derived(
      String name, Kind<T> kind, String description, String fallbackDescription) {
    return new Setting<>(name, kind, description, null, fallbackDescription, Change.RESTART);
  }

  /// The same, but for when a change of it holds.
  Setting<T> changing(Change change) {
    return new Setting<>(name, kind, description, fallback, fallbackDescription, change);
  }

  /// When a change of it holds.
  public Change change() {
    return change;
  }

  /// The key in the YAML file.
  public String name() {
    return name;
  }

  /// The flag on the command line.
  public String flag() {
    return "--" + name;
  }

  /// The environment variable.
  public String variable() {
    return VARIABLE_PREFIX + name.replace('-', '_').toUpperCase(Locale.ROOT);
  }

  /// One word for the value, in capitals; or the words it may be, with bars between.
  public String label() {
    return kind.label();
  }

  /// The words that it may be set to, as the label has them: what has capitals there stands for
  /// other values.
  public List<String> words() {
    return label().contains(BETWEEN_WORDS)
        ? Stream.of(label().split(Pattern.quote(BETWEEN_WORDS)))
            .filter(word -> word.equals(word.toLowerCase(Locale.ROOT)))
            .toList()
        : List.of();
  }

  /// What it sets: one sentence without its final stop.
  public String description() {
    return description;
  }

  /// What values are allowed.
  public String allowed() {
    return kind.allowed();
  }

  /// What holds where nothing is given: a value, or a description of how it is found.
  public String fallbackDescription() {
    return fallbackDescription;
  }

  /// The text that holds where nothing is given, if it's the same everywhere.
  @Nullable String fallback() {
    return fallback;
  }

  /// The value that `given` means.
  T parse(Given given) {
    try {
      return kind.parser().parse(given.text(), given.folder());
    } catch (Kind.Refusal e) {
      throw SettingException.refused(this, given, e.getMessage());
    }
  }
}
