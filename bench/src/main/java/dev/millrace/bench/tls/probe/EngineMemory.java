package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Connections;
import dev.millrace.bench.tls.side.Pair;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Terms;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/// [Load.Memory] of engines: both ends of connections that are kept and do nothing.
final class EngineMemory {
  private EngineMemory() {}

  static Probe open(Side side, Path folder, Load.Memory load)
      throws IOException, GeneralSecurityException {
    Terms terms = load.kind().terms();
    Connections connections =
        new Connections(side.contender(folder, terms), terms, load.kind().resumed(), 0, 1);
    return _ -> hold(connections, load.count());
  }

  /// As many are made and closed before, so that code and caches have their size.
  private static Answer hold(Connections connections, int count)
      throws IOException, InterruptedException {
    for (int i = 0; i < count; i++) {
      connections.connect().close();
    }
    Memory before = Memory.now();
    List<Pair> held = new ArrayList<>(count);
    try {
      for (int i = 0; i < count; i++) {
        held.add(connections.connect());
      }
      return Memory.growth(before, Memory.now(), count);
    } finally {
      Reference.reachabilityFence(held);
    }
  }
}
