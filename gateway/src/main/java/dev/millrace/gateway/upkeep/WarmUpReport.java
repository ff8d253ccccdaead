package dev.millrace.gateway.upkeep;

import java.util.SortedMap;

/// How far a warm-up has come.
///
/// @param objects how many are there, every byte of them
/// @param bytes how many are there, of those objects and of others
/// @param leftOut how many objects were not fetched since there is no room for them beside the
///   others
/// @param failed how many objects are not there, or not wholly, since something failed
/// @param failures what, for the first of them, by their keys; and the listing's under the empty
///   key
public record WarmUpReport(
    State state,
    long objects,
    long bytes,
    long leftOut,
    long failed,
    SortedMap<String, String> failures) {

  /// What a warm-up is at.
  public enum State {
    UNDER_WAY,
    CANCELLED,
    DONE
  }
}
