package dev.millrace.bench.store.traces;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.BenchResult;
import dev.millrace.bench.harness.Better;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.harness.Spread;
import dev.millrace.bench.store.traces.policy.Fifo;
import dev.millrace.bench.store.traces.policy.Lru;
import dev.millrace.bench.store.traces.policy.Policy;
import dev.millrace.bench.store.traces.policy.S3Fifo;
import dev.millrace.bench.store.traces.policy.Sieve;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The memory tier against Caffeine and against simulated policies: the share of requests that each
/// must leave to somebody else, and how fast ours and Caffeine are meanwhile.
///
/// A request is a get and, if the key is not there, a put of its value, from one thread. [Room]
/// says what is counted so that all have the same room. A difference of one point is one request in
/// a hundred.
public final class StoreTracesBench implements Bench {
  private static final String NAME = "store-traces";

  /// With fewer entries than that, a segment is too large a part of the whole to be evicted at
  /// once.
  private static final int FEWEST_ENTRIES = 500;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "misses of replayed traces, %, and req/s (peers: Caffeine; FIFO, LRU, SIEVE, S3-FIFO simulated)";
  }

  @Override
  public boolean replays() {
    return true;
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    Schedule schedule = options.quick() ? Schedule.quick() : Schedule.full();
    report.note(schedule.toString());
    report.note(
        "bytes:   key and value of each entry, for all; ours has %d more for each, and all it takes up is within"
            .formatted(Room.OVERHEAD));
    Path file = options.trace();
    if (file != null) {
      compare(Trace.read(file), schedule, report);
    } else {
      for (Pattern pattern : schedule.patterns()) {
        compare(Trace.of(pattern, schedule.length()), schedule, report);
      }
    }
  }

  private static void compare(Trace trace, Schedule schedule, BenchReport report)
      throws IOException, InterruptedException {
    report.note(
        "trace:   %s: %,d requests; sizes are shares of %,d keys"
            .formatted(trace.word(), trace.length(), trace.keys()));
    for (double share : schedule.shares()) {
      int entries = (int) (share * trace.keys());
      String words = "trace=%s size=%d%%".formatted(trace.word(), Math.round(100 * share));
      if (entries < FEWEST_ENTRIES) {
        report.note("passed over: %s: only %d entries".formatted(words, entries));
      } else {
        report.progress("replaying " + words);
        compare(trace, Room.of(entries), words, schedule.rounds(), report);
      }
    }
  }

  private static void compare(Trace trace, Room room, String words, int rounds, BenchReport report)
      throws IOException, InterruptedException {
    Rounds<Side, Replay> replays =
        Rounds.interleaved(rounds, List.of(Side.values()), side -> replay(trace, side, room));
    Spread ours = replays.spread(Side.MILLRACE, Replay::missPercent);
    Spread caffeine = replays.spread(Side.CAFFEINE, Replay::missPercent);
    report.result(misses(words, ours, "caffeine", caffeine));
    report.result(misses(words, ours, "s3-fifo", trace, new S3Fifo(room.entries(), trace.bound())));
    report.result(misses(words, ours, "sieve", trace, new Sieve(room.entries(), trace.bound())));
    report.result(misses(words, ours, "lru", trace, new Lru(room.entries())));
    report.result(misses(words, ours, "fifo", trace, new Fifo(room.entries())));
    report.result(
        new BenchResult(
            NAME,
            words,
            "req/s",
            Better.HIGHER,
            replays.spread(Side.MILLRACE, Replay::perSecond),
            "caffeine",
            replays.spread(Side.CAFFEINE, Replay::perSecond)));
    report.note(
        "points:  %s: ours misses %.2f %%, Caffeine %.2f %%: %+.2f points"
            .formatted(words, ours.median(), caffeine.median(), ours.median() - caffeine.median()));
  }

  private static Replay replay(Trace trace, Side side, Room room) {
    try (Contender cache = side.open(room)) {
      return Replay.of(trace, cache::request);
    }
  }

  private static BenchResult misses(
      String words, Spread ours, String peer, Trace trace, Policy policy) {
    return misses(words, ours, peer, Spread.of(Replay.of(trace, policy::request).missPercent()));
  }

  private static BenchResult misses(String words, Spread ours, String peer, Spread theirs) {
    return new BenchResult(NAME, words, "miss-%", Better.LOWER, ours, peer, theirs);
  }
}
