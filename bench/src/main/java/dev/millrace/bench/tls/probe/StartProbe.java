package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Contender;
import dev.millrace.bench.tls.side.Side;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;

/// [Load.Start]: from beginHandshake to a ClientHello on the wire, and the generation of a key by
/// itself beside it, in turns. One less the other is what the ClientHello costs.
final class StartProbe {
  private static final int SIZE = 1 << 16;
  private static final double NANOS_PER_MICRO = 1e3;

  private StartProbe() {}

  static Probe open(Side side, Path folder, Load.Start load)
      throws IOException, GeneralSecurityException {
    Contender contender = side.contender(folder, load.kind().terms());
    PublicKeys keys = PublicKeys.of(side);
    ByteBuffer nothing = contender.buffer(0);
    ByteBuffer out = contender.buffer(SIZE);
    return nanos -> {
      long end = System.nanoTime() + nanos;
      long hello = 0;
      long generation = 0;
      long count = 0;
      while (System.nanoTime() < end) {
        SSLEngine engine = contender.client(1);
        out.clear();
        long start = System.nanoTime();
        engine.beginHandshake();
        engine.wrap(nothing, out);
        long middle = System.nanoTime();
        keys.generate();
        generation += System.nanoTime() - middle;
        hello += middle - start;
        count++;
      }
      return new Answer(
          Map.of(
              Answer.RATE,
              count * (double) TimeUnit.SECONDS.toNanos(1) / hello,
              Answer.MICROS,
              (hello - generation) / NANOS_PER_MICRO / count));
    };
  }
}
