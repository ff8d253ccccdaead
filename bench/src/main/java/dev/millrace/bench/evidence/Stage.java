package dev.millrace.bench.evidence;

import java.util.List;

/// A bench as a part of the whole, with the cases that claims ask for.
///
/// @param minutes how long it takes about, on two cores
/// @param quickMinutes the same for a quick run
record Stage(String bench, int minutes, int quickMinutes) {
  /// In the order in which they run: what is asked about first comes first, in case the rest is
  /// left for later.
  static final List<Stage> ALL =
      List.of(
          new Stage("gateway", 29, 4),
          new Stage("session-cache", 8, 3),
          new Stage("tls-close", 7, 2),
          new Stage("tls-handshake", 8, 2),
          new Stage("store-field", 9, 2),
          new Stage("store-gc", 11, 2),
          new Stage("s3-download", 7, 2),
          new Stage("store-ssd", 7, 1),
          new Stage("seal", 2, 1),
          new Stage("placement", 5, 2));

  int minutes(boolean quick) {
    return quick ? quickMinutes : minutes;
  }
}
