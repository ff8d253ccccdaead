package dev.millrace.gateway.fleet;

import dev.millrace.gateway.settings.FleetSettings;
import dev.millrace.gateway.settings.Settings;
import java.time.Duration;

/// How long and how often a node asks another.
///
/// @param timeout how long a peer may be silent before it is asked whether it is there, and how
///   long that answer may take
/// @param silence how long a peer that is there may be silent on a question
/// @param questions how many may be open at the same time
record PeerLimits(Duration timeout, Duration silence, int questions) {
  /// A question that is silent for so long is asked anew, on another connection, in case it was
  /// that which was lost: so rarely that it does not add to what a slow origin has to bear.
  private static final int QUESTIONS_PER_READ_TIMEOUT = 4;

  static PeerLimits of(Settings settings, FleetSettings fleet) {
    Duration silence = settings.readTimeout().dividedBy(QUESTIONS_PER_READ_TIMEOUT);
    Duration timeout = fleet.timeout();
    return new PeerLimits(
        timeout, silence.compareTo(timeout) < 0 ? timeout : silence, settings.originFetches());
  }
}
