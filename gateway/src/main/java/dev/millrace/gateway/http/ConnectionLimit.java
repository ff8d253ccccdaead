package dev.millrace.gateway.http;

import dev.millrace.gateway.settings.Settings.ClientLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// How many connections of one sort there are, in all and by the network that they come from
/// ([ClientNetwork]) or the identity that they serve, and how many there may be. Bytes that are
/// held for them can be counted likewise.
///
/// Refusals are counted, and told in the log every few seconds at most. Safe for use by any number
/// of threads; each call takes the same time however many connections there are.
final class ConnectionLimit {
  private static final System.Logger LOG = System.getLogger(ConnectionLimit.class.getName());
  private static final long SILENCE = Duration.ofSeconds(5).toNanos();

  private final String what;
  private ClientLimits limits;
  private final LongSupplier nanoTime;
  private final Map<String, Integer> byNetwork = new HashMap<>();
  private int all;
  private long full;
  private long fullForAddress;
  private long toldAt;

  /// @param what there is a limit of, as the log names it
  /// @param nanoTime as [System#nanoTime]
  ConnectionLimit(String what, ClientLimits limits, LongSupplier nanoTime) {
    this.what = what;
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.toldAt = nanoTime.getAsLong() - SILENCE;
  }

  /// From now on there may be so many; those that are there stay.
  synchronized void renew(ClientLimits limits) {
    this.limits = limits;
  }

  /// Counts a connection in, if there may be another one.
  boolean enter(String network) {
    return enter(network, 1);
  }

  /// Counts so many in, if there may be as many more.
  synchronized boolean enter(String network, int count) {
    int before = byNetwork.getOrDefault(network, 0);
    if (all + count > limits.connections() || before + count > limits.connectionsPerAddress()) {
      return false;
    }
    all += count;
    byNetwork.put(network, before + count);
    return true;
  }

  /// Counts a connection out that was counted in.
  void leave(String network) {
    leave(network, 1);
  }

  /// Counts so many out that were counted in.
  synchronized void leave(String network, int count) {
    all -= count;
    byNetwork.computeIfPresent(network, (_, before) -> before == count ? null : before - count);
  }

  /// How many there are, and how many were closed for want of room.
  ///
  /// @param late how many were closed since they were late
  synchronized ConnectionCounts counts(long late) {
    return new ConnectionCounts(all, full, fullForAddress, late);
  }

  /// Counts a connection that is closed for want of room.
  synchronized void refuse(String network) {
    if (all >= limits.connections()) {
      full++;
    } else {
      fullForAddress++;
    }
    long now = nanoTime.getAsLong();
    if (now - toldAt >= SILENCE) {
      toldAt = now;
      LOG.log(
          System.Logger.Level.WARNING,
          "connections refused so far: {0}, the last from {1}, which has {2} of {3}; there are {4}"
              + " of {5} ({6})",
          full + fullForAddress,
          network,
          byNetwork.getOrDefault(network, 0),
          limits.connectionsPerAddress(),
          all,
          limits.connections(),
          what);
    }
  }
}
