package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Groups;
import dev.millrace.bench.tls.side.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// [Load.Fresh]: one second of handshakes after the other. Contexts are there before the first.
final class FreshProbe {
  private FreshProbe() {}

  static Probe open(Side side, Path folder, Load.Fresh load)
      throws IOException, GeneralSecurityException {
    Probe handshakes =
        HandshakeProbe.open(side, folder, Load.Handshake.of(load.kind(), Groups.X25519));
    return _ -> {
      Map<String, Double> figures = new HashMap<>();
      for (int second = 1; second <= Load.Fresh.SECONDS; second++) {
        figures.put(
            Load.Fresh.figure(second),
            handshakes.run(TimeUnit.SECONDS.toNanos(1)).figure(Answer.RATE));
      }
      return new Answer(figures);
    };
  }
}
