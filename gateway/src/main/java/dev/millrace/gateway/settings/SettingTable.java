package dev.millrace.gateway.settings;

import java.util.List;

/// All that can be set, in the order that help and documentation show it. Flags, environment
/// variables, the keys of the YAML file and their description all come from here.
public final class SettingTable {
  private static final List<SettingGroup> GROUPS =
      List.of(
          ServerTable.GROUP,
          AccessTable.GROUP,
          OriginTable.GROUP,
          FreshnessTable.GROUP,
          SliceTable.GROUP,
          SealedTable.GROUP,
          ClientTable.GROUP,
          FleetTable.GROUP,
          AdminTable.GROUP,
          AuditTable.GROUP);

  private static final List<Setting<?>> ALL =
      GROUPS.stream().<Setting<?>>flatMap(group -> group.settings().stream()).toList();

  private SettingTable() {}

  /// All settings, group by group.
  public static List<SettingGroup> groups() {
    return GROUPS;
  }

  /// All settings.
  public static List<Setting<?>> all() {
    return ALL;
  }

  /// Their names.
  static List<String> names() {
    return ALL.stream().<String>map(Setting::name).toList();
  }
}
