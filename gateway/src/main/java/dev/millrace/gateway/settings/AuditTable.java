package dev.millrace.gateway.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What is set of the audit log.
final class AuditTable {
  static final Setting<Path> AUDIT_LOG =
      Setting.derived(
          "audit-log",
          new Kind<>(
              "FILE", "a file, which is made if it is missing, in a folder", AuditTable::file),
          "A file to which a line is appended for every refusal, write, action of operators, and"
              + " change of access-file",
          "none: nothing is written down");

  static final Setting<Boolean> AUDIT =
      Setting.of(
          "audit",
          Kind.oneOf("refusals", "all"),
          "Whether audit-log has a line for every request that is admitted, too",
          "refusals");

  static final SettingGroup GROUP = new SettingGroup("Audit", List.of(AUDIT_LOG, AUDIT));

  private AuditTable() {}

  private static Path file(String text, Path folder) throws Kind.Refusal {
    Path path = Kind.path(text, folder);
    Path parent = path.getParent();
    if (Files.isDirectory(path)) {
      throw new Kind.Refusal("it is a folder");
    }
    if (parent == null || !Files.isDirectory(parent)) {
      throw new Kind.Refusal("there is no folder " + parent);
    }
    return path;
  }
}
