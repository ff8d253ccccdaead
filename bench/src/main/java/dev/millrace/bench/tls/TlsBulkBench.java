package dev.millrace.bench.tls;

import static dev.millrace.bench.tls.side.Side.CONSCRYPT;
import static dev.millrace.bench.tls.side.Side.MILLRACE;
import static dev.millrace.bench.tls.side.Side.SUNJSSE;
import static dev.millrace.bench.tls.side.Side.TCNATIVE;

import dev.millrace.bench.harness.Bench;
import dev.millrace.bench.harness.BenchOptions;
import dev.millrace.bench.harness.BenchReport;
import dev.millrace.bench.tls.Comparison.Line;
import dev.millrace.bench.tls.probe.Buffers;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Suite;
import dev.millrace.bench.tls.side.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Payload from one engine to another, against the JDK's TLS, Conscrypt, netty-tcnative and the
/// JDK's bare cipher.
public final class TlsBulkBench implements Bench {
  private static final List<Measure> MEASURES = List.of(Measure.BULK, Measure.BULK_HEAP);

  @Override
  public String name() {
    return "tls-bulk";
  }

  @Override
  public String description() {
    return "TLS records of 16 KB in memory, GB/s and B/record (peers: the JDK, Conscrypt, tcnative)";
  }

  @Override
  public void run(BenchOptions options, BenchReport report)
      throws IOException, InterruptedException {
    if (options.quick()) {
      Laboratory.run(name(), Pace.QUICK, comparisons(Suite.AES_128_GCM), report);
    } else {
      Laboratory.run(name(), Pace.FULL, comparisons(Suite.values()), report);
    }
  }

  static List<Comparison> comparisons(Suite... suites) {
    return Stream.of(suites).map(TlsBulkBench::comparison).toList();
  }

  /// Each kind of buffers of ours beside each peer at its best. The peers that are BoringSSL offer
  /// a choice of suites in TLS 1.2 alone.
  private static Comparison comparison(Suite suite) {
    Version version = suite == Suite.AES_128_GCM ? Version.TLS_1_3 : Version.TLS_1_2;
    String words = "version=%s suite=%s".formatted(version.word(), suite.word());
    List<Line> lines = new ArrayList<>();
    for (Buffers buffers : Buffers.values()) {
      String ownWords = "%s buffers=%s".formatted(words, buffers.word());
      Subject ours = new Subject(MILLRACE, new Load.Bulk(version, suite, buffers));
      for (Side peer : List.of(SUNJSSE, CONSCRYPT, TCNATIVE)) {
        Buffers best = peer == SUNJSSE ? Buffers.HEAP : Buffers.DIRECT;
        Subject theirs = new Subject(peer, new Load.Bulk(version, suite, best));
        MEASURES.forEach(
            measure -> lines.add(new Line(ownWords, measure, ours, peer.word(), theirs)));
      }
      lines.add(
          new Line(
              ownWords,
              Measure.BULK,
              ours,
              "raw-cipher",
              new Subject(MILLRACE, new Load.RawCipher(suite))));
    }
    return new Comparison(words, lines);
  }
}
