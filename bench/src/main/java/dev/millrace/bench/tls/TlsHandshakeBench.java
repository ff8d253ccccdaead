package dev.millrace.bench.tls;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import java.io.IOException;
import java.util.List;

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
    List<Comparison> comparisons =
        options.choose(HandshakeSchedule.quick(), HandshakeSchedule.full(), Comparison::words);
    Laboratory.run(name(), options.quick() ? Pace.QUICK : Pace.FULL, comparisons, report);
  }
}
