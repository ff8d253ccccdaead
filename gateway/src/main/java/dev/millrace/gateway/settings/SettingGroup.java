package dev.millrace.gateway.settings;

import java.util.List;

/// Settings that belong together.
///
/// @param title what help and documentation call them
public record SettingGroup(String title, List<Setting<?>> settings) {
  public SettingGroup {
    settings = List.copyOf(settings);
  }
}
