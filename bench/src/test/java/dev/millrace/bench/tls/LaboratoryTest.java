package dev.millrace.bench.tls;

import static dev.millrace.bench.tls.side.Groups.HYBRID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.harness.Rounds;
import dev.millrace.bench.tls.probe.Answer;
import dev.millrace.bench.tls.probe.Ends;
import dev.millrace.bench.tls.probe.Load;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.Suite;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LaboratoryTest {
  private static final Pace ONE_ROUND = new Pace(1, Duration.ofMillis(1), Duration.ZERO);

  @Test
  void all_loads_are_measured_on_both_sides() throws Exception {
    Comparison all =
        new Comparison(
            "all",
            Stream.of(
                    against(Measure.REQUESTS, new Load.Serve(Kind.FULL_13)),
                    against(Measure.SERVER_CPU, new Load.Serve(Kind.RESUMED_13)),
                    against(Measure.TIME, new Load.Start(Kind.FULL_13)),
                    against(Measure.TIME, new Load.RawOperations(Kind.FULL_13_RSA, HYBRID)),
                    against(Measure.CLOSE_TIME, new Load.Stages(Kind.RESUMED_12)),
                    against(Measure.CLOSE_SAMPLES, new Load.CloseProfile(Kind.RESUMED_12)),
                    against(Measure.BULK, new Load.RawCipher(Suite.CHACHA20)),
                    against(
                        Measure.CONNECTION_MEMORY,
                        new Load.Memory(Kind.RESUMED_13, Ends.ENGINES, 10)),
                    against(
                        Measure.CONNECTION_HEAP, new Load.Memory(Kind.FULL_13, Ends.SOCKETS, 10)))
                .flatMap(comparison -> comparison.lines().stream())
                .toList());

    try (Laboratory laboratory = Laboratory.open(ONE_ROUND, null)) {
      Rounds<Subject, Answer> rounds = laboratory.measure(all);

      assertThat(all.lines())
          .allSatisfy(line -> assertThat(line.result("tls", rounds).theirs().rounds()).isOne());
    }
  }

  private static Comparison against(Measure measure, Load load) {
    return Comparison.withPeers(
        "test=yes", List.of(measure), List.of(Side.MILLRACE), List.of(Side.SUNJSSE), load);
  }
}
