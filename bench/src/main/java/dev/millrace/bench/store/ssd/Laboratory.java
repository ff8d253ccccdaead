package dev.millrace.bench.store.ssd;

import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.store.ssd.probe.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Where sides read in turns, ours each in its JVM, which stays up for the whole run and sleeps
/// while others read.
///
/// There is one with io_uring for each number of queues, and one without.
final class Laboratory {
  private static final int NEW_JVM = 3;

  private final Fio fio;
  private final Path file;
  private final Pace pace;
  private final Map<Integer, EngineJvm> rings;
  private final EngineJvm positional;
  private final Set<EngineJvm> warm = new HashSet<>();

  Laboratory(Fio fio, Path file, Pace pace, Map<Integer, EngineJvm> rings, EngineJvm positional) {
    this.fio = fio;
    this.file = file;
    this.pace = pace;
    this.rings = rings;
    this.positional = positional;
  }

  Rounds<Side, Sample> measure(ReadCase one) throws IOException, InterruptedException {
    List<Side> sides = one.sides();
    for (Side side : sides) {
      if (side != Side.FIO) {
        EngineJvm jvm = jvm(side, one);
        jvm.read(load(side, one), pace.warmUp().multipliedBy(warm.add(jvm) ? NEW_JVM : 1));
      }
    }
    return Rounds.interleaved(pace.rounds(), sides, side -> sample(side, one));
  }

  /// As many reads as a queue takes, by ours with io_uring on more queues or fewer, in turns.
  Rounds<Integer, Sample> spread(int bytes, List<Integer> queues)
      throws IOException, InterruptedException {
    Load load = new Load(bytes, Load.MOST_DEPTH, 1);
    for (int each : queues) {
      Objects.requireNonNull(rings.get(each)).read(load, pace.warmUp());
    }
    return Rounds.interleaved(
        pace.rounds(),
        queues,
        each -> Objects.requireNonNull(rings.get(each)).read(load, pace.round()));
  }

  private Sample sample(Side side, ReadCase one) throws IOException, InterruptedException {
    return side == Side.FIO
        ? fio.read(one, file, pace.round())
        : jvm(side, one).read(load(side, one), pace.round());
  }

  private EngineJvm jvm(Side side, ReadCase one) {
    return side == Side.MILLRACE_POSITIONAL
        ? positional
        : Objects.requireNonNull(rings.get(one.queues()));
  }

  private static Load load(Side side, ReadCase one) {
    return side == Side.MILLRACE_BATCH
        ? new Load(one.bytes(), one.queues(), one.depth())
        : new Load(one.bytes(), one.queues() * one.depth(), 1);
  }
}
