package dev.millrace.gateway.audit;

import dev.millrace.gateway.access.AccessFile;
import java.nio.file.Path;

/// Writes down which rules hold.
///
/// @param file that they are in
public record RulesAudit(AuditLog log, Path file) implements AccessFile.Listener {
  @Override
  public void loaded(int identities, int keys, int certificates) {
    log.write(
        AuditLog.entry("access-file", "loaded")
            .add("file", file.toString())
            .add("identities", identities)
            .add("keys", keys)
            .add("certificates", certificates));
  }

  @Override
  public void refused(String problem) {
    log.write(
        AuditLog.entry("access-file", "refused")
            .add("file", file.toString())
            .add("problem", problem));
  }
}
