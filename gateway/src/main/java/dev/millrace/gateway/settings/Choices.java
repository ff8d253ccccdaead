package dev.millrace.gateway.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What was chosen for each setting: by a flag, else in the environment, else in the YAML file.
final class Choices {
  private static final String CONFIG_VARIABLE = Setting.VARIABLE_PREFIX + "CONFIG";

  /// Variables that belong to the file itself, to the launcher and to commands of no gateway.
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          CONFIG_VARIABLE, Setting.VARIABLE_PREFIX + "JAVA_OPTS", Setting.VARIABLE_PREFIX + "KEYS");

  private final Map<String, Given> given;
  private final Surroundings surroundings;

  private Choices(Map<String, Given> given, Surroundings surroundings) {
    this.given = given;
    this.surroundings = surroundings;
  }

  /// Gathers what all sources give, the weakest first so that a stronger one replaces it.
  ///
  /// @param config the YAML file; where null, the one that the environment names, if any
  /// @param flags the texts of the flags that were given, by the names of settings
  static Choices gather(
      @Nullable String config, Map<String, String> flags, Surroundings surroundings) {
    var given = new HashMap<String, Given>();
    configFile(config, surroundings).ifPresent(file -> given.putAll(YamlFile.read(file)));
    given.putAll(fromEnvironment(surroundings));
    flags.forEach((name, text) ->
        given.put(name, new Given(text, "flag --" + name, surroundings.workingFolder())));
    return new Choices(Map.copyOf(given), surroundings);
  }

  /// The value chosen for `setting`, if one was.
  <T> Optional<T> chosen(Setting<T> setting) {
    return Optional.ofNullable(given.get(setting.name())).map(setting::parse);
  }

  /// The value chosen for `setting`, or else the one that holds everywhere.
  <T> T value(Setting<T> setting) {
    return setting.parse(given(setting));
  }

  /// What was chosen for settings, or holds everywhere, by their names.
  Map<String, Object> values() {
    var values = new HashMap<String, Object>();
    for (Setting<?> setting : SettingTable.all()) {
      if (given.containsKey(setting.name()) || setting.fallback() != null) {
        values.put(setting.name(), value(setting));
      }
    }
    return values;
  }

  /// Refuses whatever was chosen for `setting`, for `reason`.
  void refuse(Setting<?> setting, String reason) {
    if (chosen(setting).isPresent()) {
      throw refusal(setting, reason);
    }
  }

  /// The refusal of the value of `setting`, for `reason`.
  SettingException refusal(Setting<?> setting, String reason) {
    return SettingException.refused(setting, given(setting), reason);
  }

  private Given given(Setting<?> setting) {
    var text = given.get(setting.name());
    if (text != null) {
      return text;
    }
    var fallback = setting.fallback();
    if (fallback == null) {
      throw new IllegalStateException(setting.name() + " has no value of its own");
    }
    return new Given(fallback, "the default", surroundings.workingFolder());
  }

  private static Map<String, Given> fromEnvironment(Surroundings surroundings) {
    var given = new HashMap<String, Given>();
    surroundings
        .environment()
        .forEach((variable, text) -> {
          if (!variable.startsWith(Setting.VARIABLE_PREFIX) || OTHER_VARIABLES.contains(variable)) {
            return;
          }
          var setting =
              SettingTable.all().stream()
                  .filter(known -> known.variable().equals(variable))
                  .findFirst()
                  .orElseThrow(() -> unknownVariable(variable));
          if (!text.isEmpty()) {
            var source = "environment variable " + variable;
            given.put(setting.name(), new Given(text, source, surroundings.workingFolder()));
          }
        });
    return given;
  }

  private static SettingException unknownVariable(String variable) {
    var known = SettingTable.all().stream().<String>map(Setting::variable).toList();
    return SettingException.unknown(variable, "environment", known);
  }

  /// The YAML file, if one is named.
  static Optional<Path> configFile(@Nullable String flag, Surroundings surroundings) {
    var variable = surroundings.environment().getOrDefault(CONFIG_VARIABLE, "");
    if (flag == null && variable.isEmpty()) {
      return Optional.empty();
    }
    var text = flag == null ? variable : flag;
    var source = flag == null ? "environment variable " + CONFIG_VARIABLE : "flag --config";
    var file = surroundings.workingFolder().resolve(text).normalize();
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new SettingException(
          "config cannot be "
              + SettingException.quoted(text)
              + " ("
              + source
              + "): there is no such file that this user may read; allowed is a YAML file");
    }
    return Optional.of(file);
  }
}
