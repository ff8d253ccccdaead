package dev.millrace.bench.tls;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import java.io.IOException;

/// Handshakes per second and heap per handshake, against the JDK's TLS, Conscrypt and
/// netty-tcnative.
public final class TlsHandshakeBench implements Bench {
  @Override
  public String name() {
    return "tls-handshake";
  }

  @Override
  public String description() {
    return "TLS handshakes in memory, handshakes/s and B/round (peers: the JDK, Conscrypt, tcnative)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    if (options.quick()) {
      Laboratory.run(name(), Pace.QUICK, HandshakeSchedule.quick(), report);
    } else {
      Laboratory.run(name(), Pace.FULL, HandshakeSchedule.full(), report);
    }
  }
}
