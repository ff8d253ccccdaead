package dev.millrace.bench.s3;

import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.CpuTime;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.client.Side;
import dev.millrace.bench.s3.probe.Batch;
import dev.millrace.bench.s3.probe.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Where sides download in turns, each in its JVM, which stays up for the whole run.
final class Laboratory {
  private static final double NANOS_PER_MICRO = 1e3;

  private final Workbench workbench;
  private final Origin origin;
  private final Pace pace;
  private final Map<Side, ClientJvm> jvms = new EnumMap<>(Side.class);
  private final Set<DownloadCase> warm = new HashSet<>();

  Laboratory(Workbench workbench, Origin origin, Pace pace) {
    this.workbench = workbench;
    this.origin = origin;
    this.pace = pace;
  }

  /// Times the downloads of all sides in turns.
  Rounds<Side, Sample> measure(DownloadCase one) throws IOException, InterruptedException {
    warmUp(one);
    return Rounds.interleaved(pace.rounds(), one.sides(), side -> sample(side, one));
  }

  /// Counts the system calls of a download, of all sides in turns.
  Rounds<Side, SystemCalls> count(DownloadCase one, Strace strace)
      throws IOException, InterruptedException {
    warmUp(one);
    return Rounds.interleaved(pace.countings(), one.sides(), side -> calls(side, one, strace));
  }

  /// Twice as long in a JVM that has just been started.
  private void warmUp(DownloadCase one) throws IOException, InterruptedException {
    if (warm.add(one)) {
      for (Side side : one.sides()) {
        Duration length = pace.warmUp(one.size()).multipliedBy(jvms.containsKey(side) ? 1 : 2);
        jvm(side).download(origin.load(one), length);
      }
    }
  }

  private Sample sample(Side side, DownloadCase one) throws IOException, InterruptedException {
    ClientJvm jvm = jvm(side);
    Duration before = CpuTime.of(jvm.process());
    Batch batch = jvm.download(origin.load(one), pace.round());
    Duration used = CpuTime.of(jvm.process()).minus(before);
    return new Sample(batch.medianMicros(), used.toNanos() / NANOS_PER_MICRO / batch.count());
  }

  private SystemCalls calls(Side side, DownloadCase one, Strace strace)
      throws IOException, InterruptedException {
    ClientJvm jvm = jvm(side);
    Load load = origin.load(one);
    Strace.Counting counting = strace.attach(jvm.process());
    Batch batch = jvm.download(load, pace.round());
    return counting.end().per(batch.count());
  }

  private ClientJvm jvm(Side side) throws IOException {
    ClientJvm jvm = jvms.get(side);
    if (jvm == null) {
      jvm = ClientJvm.start(workbench, side, origin);
      jvms.put(side, jvm);
    }
    return jvm;
  }
}
