package dev.millrace.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EnsembleTest {
  @Test
  void its_text_has_no_password() {
    Ensemble.Tls tls =
        new Ensemble.Tls(Path.of("ca.pem"), Path.of("node.pem"), Path.of("node.key"));
    Duration timeout = Duration.ofSeconds(10);

    assertThat(new Ensemble("zk-1:2181/west", timeout, null, "fleet:secret"))
        .hasToString("Ensemble[zk-1:2181/west]");
    assertThat(new Ensemble("zk-1:2281/west", timeout, tls, "fleet:secret"))
        .hasToString("Ensemble[zk-1:2281/west, TLS]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-1S", "PT0S", "PT0.000999999S", "PT2147483.647000001S", "P1000D"})
  void a_session_that_zookeeper_cannot_have_is_refused(Duration timeout) {
    assertThatThrownBy(() -> new Ensemble("zk-1:2181/west", timeout, null, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a session timeout from 1 to 2147483647 ms, not " + timeout);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0.001S", "PT2147483.647S"})
  void the_shortest_and_the_longest_session_are_taken(Duration timeout) {
    assertThat(new Ensemble("zk-1:2181/west", timeout, null, null).sessionTimeout())
        .isEqualTo(timeout);
  }
}
