package dev.millrace.gateway.upkeep;

import dev.millrace.gateway.http.RequestPath;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.gateway.slice.SliceSupply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Begins warm-ups, and ends them with the gateway.
///
/// Safe for use by any number of threads.
public final class WarmingUp implements AutoCloseable {
  /// Of what the tiers have, so much is used: entries lie in segments, which are never quite full.
  private static final double SHARE = 0.8;

  private final Means means;
  private final LongSupplier room;
  private final Set<WarmUp> started = ConcurrentHashMap.newKeySet();

  /// What warm-ups work with.
  ///
  /// @param bucket the one bucket there is
  /// @param path gives facts as requests get them
  /// @param slices those of this gateway, or of the fleet
  /// @param atOnce how many slices one warm-up may wait for at the same time
  /// @param timesAsked how often a slice is asked for, so that it is kept for long
  public record Means(
      String bucket,
      Origin origin,
      Retry retry,
      RequestPath path,
      SliceSupply slices,
      int atOnce,
      int timesAsked) {}

  /// @param room how many bytes all tiers of all nodes have now
  public WarmingUp(Means means, LongSupplier room) {
    this.means = means;
    this.room = room;
  }

  /// Begins to fetch these objects, in that order.
  public WarmUp objects(List<String> keys) {
    return begun(WarmUp.start(means, usable(), List.copyOf(keys).iterator()));
  }

  /// Begins to fetch all objects whose keys begin with `prefix`, in the order of their keys, as
  /// long as there is room.
  public WarmUp prefix(String prefix) {
    ListedKeys keys = new ListedKeys(means.origin(), means.retry(), means.bucket(), prefix);
    return begun(WarmUp.start(means, usable(), keys));
  }

  private long usable() {
    return (long) (SHARE * room.getAsLong());
  }

  private WarmUp begun(WarmUp warmUp) {
    started.removeIf(WarmUp::isOver);
    started.add(warmUp);
    return warmUp;
  }

  /// Cancels all that are under way.
  @Override
  public void close() {
    started.forEach(WarmUp::cancel);
  }
}
