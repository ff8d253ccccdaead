package dev.millrace.gateway.settings;

import dev.millrace.gateway.renewal.Watched;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the settings of a gateway come from: flags and the environment, which stay, and a YAML
/// file, which may change.
///
/// @param config the YAML file; where null, the one that the environment names, if any
/// @param flags the texts of the flags that were given, by [Setting#name]
public record SettingSource(
    @Nullable String config, Map<String, String> flags, Surroundings surroundings) {
  public SettingSource {
    flags = Map.copyOf(flags);
  }

  /// Settings, and what each of them is by itself.
  ///
  /// @param values what was chosen for a setting or holds everywhere, by its name; those that
  ///   follow from others are absent
  public record Chosen(Settings settings, Map<String, Object> values) {
    public Chosen {
      values = Map.copyOf(values);
    }

    /// The settings that are something else in `other`, in the order of the table.
    public List<Setting<?>> changes(Chosen other) {
      return SettingTable.all().stream()
          .filter(setting -> {
            Object value = values.get(setting.name());
            Object there = other.values.get(setting.name());
            return value == null ? there != null : !value.equals(there);
          })
          .toList();
    }
  }

  /// Reads all of them.
  ///
  /// @throws SettingException if a setting is unknown or impossible
  public Chosen read() {
    Choices choices = Choices.gather(config, flags, surroundings);
    Settings settings =
        new SettingsAssembly(choices, surroundings).settings(new FleetAssembly(choices).fleet());
    return new Chosen(settings, choices.values());
  }

  /// What the YAML file holds; nothing where there is none.
  ///
  /// @throws IOException if it cannot be read
  public byte[] content() throws IOException {
    Path file = Choices.configFile(config, surroundings).orElse(null);
    return file == null ? new byte[0] : Watched.content(YamlFile.LARGEST, List.of(file));
  }
}
