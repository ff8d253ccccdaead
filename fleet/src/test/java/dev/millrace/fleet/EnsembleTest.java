package dev.millrace.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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
}
