package dev.millrace.bench.store.ssd;

import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.store.ssd.probe.Load;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Where sides read in turns, ours each in its JVM, which stays up for the whole run and sleeps
/// while others read.
///
/// @param rings JVMs with io_uring, by the number of queues
/// @param positional the one without
record Laboratory(
    Fio fio, Path file, Pace pace, Map<Integer, EngineJvm> rings, EngineJvm positional) {

  Rounds<Side, Sample> measure(ReadCase one) throws IOException, InterruptedException {
    List<Side> sides = one.sides();
    for (Side side : sides) {
      if (side != Side.FIO) {
        jvm(side, one).read(load(side, one), pace.warmUp());
      }
    }
    return Rounds.interleaved(pace.rounds(), sides, side -> sample(side, one));
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
