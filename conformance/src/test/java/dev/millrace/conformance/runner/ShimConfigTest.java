package dev.millrace.conformance.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.Misbehaviour;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShimConfigTest {
  @Test
  void errors_are_mapped_to_reasons_that_we_have() throws IOException {
    assertThat(ShimConfig.load().errors().values())
        .allSatisfy(reasons -> assertThat(reasonsIn(reasons)).isSubsetOf(known()));
  }

  @Test
  void a_disabled_test_has_its_reason() throws IOException {
    ShimConfig config = ShimConfig.load();

    assertThat(config.reason("Basic-Client-DTLS")).contains("DTLS is out of scope");
    assertThat(config.reason("Basic-Client-TLS-Sync")).isEmpty();
  }

  @Test
  void patterns_are_understood_as_the_runner_does() {
    assertThat(ShimConfig.matches("*-TLS1", "VersionTooLow-TLS1")).isTrue();
    assertThat(ShimConfig.matches("*-TLS1", "VersionTooLow-TLS12")).isFalse();
    assertThat(ShimConfig.matches("[^M]*-TLS1-*", "Minimum-TLS1-Client")).isFalse();
    assertThat(ShimConfig.matches("[^M]*-TLS1-*", "Resume-TLS1-Client")).isTrue();
    assertThat(ShimConfig.matches("A?C.", "ABC.")).isTrue();
    assertThat(ShimConfig.matches("A?C.", "ABCD")).isFalse();
  }

  private static List<String> reasonsIn(Object reasons) {
    // What is not between colons is the text of an exception of JSSE.
    return ((List<?>) reasons)
        .stream()
            .map(Object::toString)
            .filter(reason -> reason.startsWith(":"))
            .map(reason -> reason.replace(":", ""))
            .toList();
  }

  private static Set<String> known() {
    return Stream.of(
            Arrays.stream(Misbehaviour.values()).map(Misbehaviour::name),
            Arrays.stream(Incompatibility.values()).map(Incompatibility::name),
            Arrays.stream(Alert.values()).map(alert -> "ALERT_" + alert.name()),
            Stream.of("CERTIFICATE_REJECTED", "TRUNCATED", "LOCAL_FAILURE", "ALERT_UNKNOWN(30)"))
        .flatMap(names -> names)
        .collect(Collectors.toSet());
  }
}
