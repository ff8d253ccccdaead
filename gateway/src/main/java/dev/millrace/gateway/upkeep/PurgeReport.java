package dev.millrace.gateway.upkeep;

import java.util.SortedMap;

/// What came of a purge.
///
/// @param nodes how many serve nothing any more of what was purged, this one included
/// @param failures why others may do so, by their names; and why this one may after a restart
public record PurgeReport(int nodes, SortedMap<String, String> failures) {
  /// Whether no node of the list serves what was purged, now or after a restart.
  public boolean isComplete() {
    return failures.isEmpty();
  }
}
