package dev.millrace.gateway.command;

import dev.millrace.gateway.settings.Setting;
import dev.millrace.gateway.settings.SettingException;
import dev.millrace.gateway.settings.SettingSource;
import dev.millrace.gateway.settings.SettingSource.Chosen;
import dev.millrace.gateway.settings.SettingTable;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Surroundings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// Gives a command a flag for every setting, and `--config`.
///
/// picocli makes one by its constructor without parameters.
final class SettingFlags implements IModelTransformer {
  private static final String CONFIG = "--config";

  @Override
  public CommandSpec transform(CommandSpec command) {
    command.addOption(
        flag(
            CONFIG,
            "FILE",
            List.of(),
            "A YAML file with settings. Default: MILLRACE_CONFIG, else none."));
    for (var setting : SettingTable.all()) {
      command.addOption(
          flag(setting.flag(), setting.label(), setting.words(), description(setting)));
    }
    return command;
  }

  /// The settings for a command whose flags were `given`.
  ///
  /// @throws CommandFailure if a setting is unknown or impossible
  static Settings read(ParseResult given) {
    return read(given, Settings::read);
  }

  /// Where the settings come from of a command whose flags were `given`.
  static SettingSource source(ParseResult given) {
    return new SettingSource(text(given, CONFIG), flags(given), Surroundings.ofProcess());
  }

  /// The settings that come from `source` now.
  ///
  /// @throws CommandFailure if a setting is unknown or impossible
  static Chosen read(SettingSource source) {
    try {
      return source.read();
    } catch (SettingException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  /// As [#read(ParseResult)], whatever is set of a fleet.
  static Settings readWithoutFleet(ParseResult given) {
    return read(given, Settings::readWithoutFleet);
  }

  private interface Reader {
    Settings read(@Nullable String config, Map<String, String> flags, Surroundings surroundings);
  }

  private static Map<String, String> flags(ParseResult given) {
    var flags = new LinkedHashMap<String, String>();
    for (var setting : SettingTable.all()) {
      var text = text(given, setting.flag());
      if (text != null) {
        flags.put(setting.name(), text);
      }
    }
    return flags;
  }

  private static Settings read(ParseResult given, Reader reader) {
    try {
      return reader.read(text(given, CONFIG), flags(given), Surroundings.ofProcess());
    } catch (SettingException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private static @Nullable String text(ParseResult given, String flag) {
    return given.hasMatchedOption(flag) ? given.matchedOptionValue(flag, "") : null;
  }

  private static OptionSpec flag(
      String name, String label, List<String> words, String description) {
    return OptionSpec.builder(name)
        .paramLabel(label)
        .type(String.class)
        // For the shell: without any, it offers files.
        .completionCandidates(words.isEmpty() ? null : words)
        // picocli takes descriptions for formats.
        .description(description.replace("%", "%%"))
        .build();
  }

  private static String description(Setting<?> setting) {
    return setting.description()
        + ". Allowed: "
        + setting.allowed()
        + ". Default: "
        + setting.fallbackDescription()
        + ".";
  }
}
