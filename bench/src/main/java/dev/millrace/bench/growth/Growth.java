package dev.millrace.bench.growth;

import dev.millrace.bench.harness.Spread;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// What one fleet came to.
///
/// @param slices of which the load is
/// @param fallbacks the slices of a lost node, by auxiliary node, of tiers of 2 and more
/// @param nanos of one placement
/// @param bytes of heap that the placement keeps
/// @param sessionTimeout after which ZooKeeper takes a silent node for gone
record Growth(
    int nodes,
    long slices,
    Load load,
    Moves join,
    Moves leave,
    List<long[]> fallbacks,
    Spread nanos,
    double bytes,
    MembershipModel membership,
    Duration sessionTimeout) {
  private static final double PINGS = 3;
  private static final double MILLIS = 1e3;

  /// What membership sends something for.
  enum Event {
    JOIN,
    LEAVE,
    /// All nodes restart.
    RESTART,
    /// Nothing happens, for a second.
    IDLE;

    String word() {
      return "zk-" + name().toLowerCase(Locale.ROOT);
    }

    String unit(String count) {
      return this == IDLE ? count + "/s" : count;
    }
  }

  double messages(Event event) {
    return rate(event) * traffic(event).messages();
  }

  double bytes(Event event) {
    return rate(event) * traffic(event).bytes();
  }

  private double rate(Event event) {
    return event == Event.IDLE ? PINGS * MILLIS / sessionTimeout.toMillis() : 1;
  }

  private Traffic traffic(Event event) {
    return switch (event) {
      case JOIN -> membership.join();
      case LEAVE -> membership.leave();
      case RESTART -> membership.rollingRestart();
      case IDLE -> membership.heartbeats();
    };
  }
}
