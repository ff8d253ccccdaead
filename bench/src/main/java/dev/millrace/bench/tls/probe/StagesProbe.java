package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Connections;
import dev.millrace.bench.tls.side.Pair;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Terms;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// [Load.Stages]: rounds of which each stage is timed by the clock, in one thread.
final class StagesProbe {
  private static final double NANOS_PER_MICRO = 1e3;

  private StagesProbe() {}

  static Probe open(Side side, Path folder, Load.Stages load)
      throws IOException, GeneralSecurityException {
    Terms terms = load.kind().terms();
    Connections connections =
        new Connections(side.contender(folder, terms), terms, load.kind().resumed(), 0, 1);
    return nanos -> {
      long first = System.nanoTime();
      long setUp = 0;
      long close = 0;
      long count = 0;
      long end;
      do {
        long start = System.nanoTime();
        Pair pair = connections.next();
        connections.begin(pair);
        setUp += System.nanoTime() - start;
        connections.handshake(pair);
        long established = System.nanoTime();
        pair.close();
        end = System.nanoTime();
        close += end - established;
        count++;
      } while (end - first < nanos);
      double total = end - first;
      return new Answer(
          Map.of(
              Answer.RATE,
              count * TimeUnit.SECONDS.toNanos(1) / total,
              Load.Stages.SET_UP_SHARE,
              100 * setUp / total,
              Load.Stages.CLOSE_SHARE,
              100 * close / total,
              Load.Stages.CLOSE_MICROS,
              close / NANOS_PER_MICRO / count));
    };
  }
}
