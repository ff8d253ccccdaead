package dev.millrace.gateway.telemetry;

import dev.millrace.gateway.slice.StoredSlices;
import dev.millrace.gateway.telemetry.MetricCollection.Point;
import dev.millrace.store.TieredStats;
import dev.millrace.store.io.IoStats;
import dev.millrace.store.memory.MemoryStats;
import dev.millrace.store.ssd.SsdStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// What the tiers hold, and what became of what they held.
///
/// @param memorySize the bound of the memory, in bytes
/// @param ssdSize that of the files on the SSD; 0 where there is none
record StoreMetrics(StoredSlices stored, long memorySize, long ssdSize) implements MetricSource {
  private static final double NANOS = 1e9;
  private static final Point[] NONE = {};

  @Override
  public void collect(MetricCollection metrics) {
    TieredStats stats = stored.stats();
    Optional<SsdStats> ssd = stats.ssd();
    metrics.gauge(
        "millrace.store.entries",
        "Entries that are held, by tier: slices, and their sealed forms",
        both(stats, MemoryStats::entries, SsdStats::entries));
    metrics.gauge(
        "millrace.store.used.bytes",
        "Memory, and files on the SSD, in use by tier",
        both(stats, MemoryStats::bytes, SsdStats::fileBytes));
    metrics.gauge(
        "millrace.store.capacity.bytes",
        "Memory, and files on the SSD, that may be used by tier",
        both(stats, _ -> memorySize, _ -> ssdSize));
    metrics.counter(
        "millrace.store.evicted", "Entries that left memory for others", stats.memory().evicted());
    metrics.counter(
        "millrace.ssd.lookups",
        "Entries that were looked for on the SSD, by result",
        ssd.map(StoreMetrics::lookups).orElse(NONE));
    metrics.counter(
        "millrace.ssd.entries.offered",
        "Entries that left memory and were offered to the SSD, by what came of it: written, held"
            + " already, or dropped",
        ssd.map(StoreMetrics::offered).orElse(NONE));
    metrics.counter(
        "millrace.ssd.segments",
        "Segments of the SSD that were begun, most of them over older ones",
        ssd.map(each -> new Point[] {new Point(each.segmentsBegun())}).orElse(NONE));
    metrics.counter(
        "millrace.ssd.failures",
        "What failed on the SSD, each a miss or a write less, by kind",
        ssd.map(StoreMetrics::failures).orElse(NONE));
    io(metrics, stored.io());
  }

  private static void io(MetricCollection metrics, Optional<IoStats> io) {
    metrics.counter(
        "millrace.ssd.operations",
        "What the device was asked, reads and writes",
        io.map(each -> ways(each, IoStats.Operations::count)).orElse(NONE));
    metrics.counter(
        "millrace.ssd.transferred.bytes",
        "Bytes that were read from the device and written to it",
        io.map(each -> ways(each, IoStats.Operations::bytes)).orElse(NONE));
    metrics.gauge(
        "millrace.ssd.queue.depth",
        "Operations that are under way or wait for it, by queue; there is one for each core",
        io.map(StoreMetrics::depths).orElse(NONE));
    metrics.gauge(
        "millrace.ssd.read.latency.seconds",
        "How long a read took from the request until whoever asked went on, since the start, by"
            + " quantile",
        io.map(each -> quantiles(each.reads().total())).orElse(NONE));
  }

  private static Point[] ways(IoStats io, ToLongFunction<IoStats.Operations> what) {
    return new Point[] {
      new Point(what.applyAsLong(io.reads()), "way", "read"),
      new Point(what.applyAsLong(io.writes()), "way", "write")
    };
  }

  private static Point[] depths(IoStats io) {
    List<Point> depths = new ArrayList<>();
    for (int queue = 0; queue < io.depths().size(); queue++) {
      depths.add(new Point(io.depths().get(queue), "queue", String.valueOf(queue)));
    }
    return depths.toArray(Point[]::new);
  }

  private static Point[] quantiles(IoStats.Latency latency) {
    return new Point[] {
      new Point(latency.p50() / NANOS, "quantile", "0.5"),
      new Point(latency.p99() / NANOS, "quantile", "0.99"),
      new Point(latency.p999() / NANOS, "quantile", "0.999")
    };
  }

  private static Point[] lookups(SsdStats stats) {
    return new Point[] {
      new Point(stats.hits(), "result", "hit"), new Point(stats.misses(), "result", "miss")
    };
  }

  private static Point[] offered(SsdStats stats) {
    return new Point[] {
      new Point(stats.written(), "result", "written"),
      new Point(stats.alreadyHeld(), "result", "held"),
      new Point(stats.dropped(), "result", "dropped")
    };
  }

  private static Point[] failures(SsdStats stats) {
    SsdStats.Failures failures = stats.failures();
    return new Point[] {
      new Point(failures.wrongChecksums(), "kind", "checksum"),
      new Point(failures.shortReads(), "kind", "short_read"),
      new Point(failures.failedReads(), "kind", "read"),
      new Point(failures.failedWrites(), "kind", "write"),
      new Point(failures.failedAllocations(), "kind", "allocation"),
      new Point(failures.lostSegments(), "kind", "lost_segment"),
      new Point(stats.sealed().map(SsdStats.Sealed::unopened).orElse(0L), "kind", "unopened")
    };
  }

  private static Point[] both(
      TieredStats stats, ToLongFunction<MemoryStats> ofMemory, ToLongFunction<SsdStats> ofSsd) {
    Point memory = new Point(ofMemory.applyAsLong(stats.memory()), "tier", "memory");
    return stats
        .ssd()
        .map(ssd -> new Point[] {memory, new Point(ofSsd.applyAsLong(ssd), "tier", "ssd")})
        .orElse(new Point[] {memory});
  }
}
