package dev.millrace.bench.placement;

import dev.millrace.bench.placement.probe.Fallback;
import dev.millrace.bench.placement.probe.Keys;
import dev.millrace.bench.placement.probe.Timing;
import dev.millrace.bench.placement.side.Side;
import dev.millrace.bench.process.Workbench;
import dev.millrace.fleet.Tier;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/// All sides, each in its JVM.
final class Laboratory implements AutoCloseable {
  private final Map<Side, SideJvm> jvms = new EnumMap<>(Side.class);

  static Laboratory open(Workbench workbench) throws IOException {
    Laboratory laboratory = new Laboratory();
    try {
      for (Side side : Side.values()) {
        laboratory.jvms.put(side, SideJvm.start(workbench, side));
      }
      return laboratory;
    } catch (IOException e) {
      laboratory.close();
      throw e;
    }
  }

  Timing time(Side side, int repetitions) throws IOException, InterruptedException {
    return jvm(side).time(repetitions);
  }

  /// How the keys of main nodes fall back, by kind of keys.
  ///
  /// @param main by which side keys are placed on the main tier
  /// @param hash the tier whose hash places on the auxiliary one
  Map<Keys, Fallback> fallbacks(Side side, Side main, Tier hash)
      throws IOException, InterruptedException {
    Map<Keys, Fallback> fallbacks = new EnumMap<>(Keys.class);
    for (Keys keys : Keys.values()) {
      fallbacks.put(keys, jvm(side).fallback(keys, main, hash));
    }
    return fallbacks;
  }

  private SideJvm jvm(Side side) {
    SideJvm jvm = jvms.get(side);
    if (jvm == null) {
      throw new IllegalStateException("not running: " + side);
    }
    return jvm;
  }

  @Override
  public void close() throws IOException {
    for (SideJvm jvm : jvms.values()) {
      jvm.close();
    }
  }
}
