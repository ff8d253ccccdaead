package dev.millrace.gateway.settings;

import org.jspecify.annotations.Nullable;

/// A setting that is unknown or impossible. The message is one line for the user: the setting, the
/// value, the source it came from, and what is allowed.
public final class SettingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private static final int LONGEST_QUOTATION = 120;

  SettingException(String line) {
    super(line);
  }

  /// The value `given` for `setting` is refused, for `reason` if there is more to say than what is
  /// allowed.
  static SettingException refused(Setting<?> setting, Given given, @Nullable String reason) {
    return new SettingException(
        setting.name()
            + " cannot be "
            + quoted(given.text())
            + " ("
            + given.source()
            + ")"
            + (reason == null ? "" : ": " + reason)
            + "; allowed is "
            + setting.allowed());
  }

  /// What is given for `setting` is no single value but `form`.
  static SettingException malformed(Setting<?> setting, String source, String form) {
    return new SettingException(
        setting.name()
            + " cannot be "
            + form
            + " ("
            + source
            + "); allowed is "
            + setting.allowed());
  }

  /// `name`, of `source`, is not the name of a setting; `known` are those that are.
  static SettingException unknown(String name, String source, Iterable<String> known) {
    var nearest = Nearest.to(name, known);
    return new SettingException(
        "unknown setting "
            + quoted(name)
            + " ("
            + source
            + ")"
            + nearest
                .map(word -> "; did you mean " + word + "? (all of them: millrace serve --help)")
                .orElse("; all of them: millrace serve --help, or docs/configuration.md"));
  }

  /// `text` in quotation marks, on one line and of bounded length.
  static String quoted(String text) {
    var shown = text.length() <= LONGEST_QUOTATION ? text : text.substring(0, 119) + "…";
    return '"' + shown.replaceAll("\\p{Cntrl}", "�") + '"';
  }
}
