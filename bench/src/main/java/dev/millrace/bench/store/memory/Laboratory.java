package dev.millrace.bench.store.memory;

import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.store.memory.probe.Throughput;
import dev.millrace.bench.store.memory.side.Shape;
import dev.millrace.bench.store.memory.side.Side;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Caches that are full of entries of one kind, each in its JVM. A peer that does not run is left
/// out, with what it says in the report; ours must run.
final class Laboratory implements AutoCloseable {
  private final Pace pace;
  private final Map<Side, SideJvm> jvms = new EnumMap<>(Side.class);

  private Laboratory(Pace pace) {
    this.pace = pace;
  }

  /// Starts the JVMs and has each fill its cache and warm up, one after the other.
  ///
  /// @param absent those that have failed before, to which others are added
  static Laboratory open(
      Workbench workbench, Pace pace, Shape shape, Set<Side> absent, BenchReport report)
      throws IOException, InterruptedException {
    Laboratory laboratory = new Laboratory(pace);
    try {
      for (Side side : Side.values()) {
        if (!absent.contains(side)) {
          laboratory.admit(workbench, side, shape, absent, report);
        }
      }
      return laboratory;
    } catch (IOException | InterruptedException e) {
      laboratory.close();
      throw e;
    }
  }

  private void admit(
      Workbench workbench, Side side, Shape shape, Set<Side> absent, BenchReport report)
      throws IOException, InterruptedException {
    report.progress("filling %s with values of %d bytes".formatted(side.word(), shape.value()));
    SideJvm jvm = SideJvm.start(workbench, side, shape);
    try {
      for (int threads : pace.threads()) {
        jvm.measure(threads, pace.warmUpMillis() / pace.threads().size());
      }
      jvms.put(side, jvm);
    } catch (IOException e) {
      jvm.close();
      if (side.isOurs()) {
        throw e;
      }
      absent.add(side);
      report.absent(side.word(), String.valueOf(e.getMessage()));
    }
  }

  /// The sides that run.
  List<Side> sides() {
    return new ArrayList<>(new TreeSet<>(jvms.keySet()));
  }

  Rounds<Side, Throughput> measure(int threads) throws IOException, InterruptedException {
    return Rounds.interleaved(
        pace.rounds(), sides(), side -> jvm(side).measure(threads, pace.millis()));
  }

  private SideJvm jvm(Side side) {
    SideJvm jvm = jvms.get(side);
    if (jvm == null) {
      throw new IllegalStateException("not running: " + side);
    }
    return jvm;
  }

  /// Ends the JVMs; they give back what their caches hold.
  @Override
  public void close() throws IOException {
    for (SideJvm jvm : jvms.values()) {
      jvm.close();
    }
  }
}
