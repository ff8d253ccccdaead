package dev.millrace.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.bench.evidence.Claims;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GatewayCaseTest {
  @Test
  void there_is_all_that_the_evidence_asks_for() {
    assertThat(Claims.figures("gateway"))
        .isNotEmpty()
        .allSatisfy(figure ->
            assertThat(
                    Stream.concat(
                        GatewayCase.ALL.stream().map(GatewayCase::words),
                        Stream.of("handshake=full")))
                .anyMatch(figure::isOf));
  }
}
