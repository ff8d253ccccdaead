package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Our parts, put together by hand, make of the handshakes of RFC 8448 what it publishes: every
/// message is read and written the same, every secret, key, binder and Finished is that of the RFC,
/// and every protected record is opened and sealed the same, byte for byte.
class Rfc8448TraceTest {
  @ParameterizedTest
  @CsvSource({"3, 9", "4, 10", "5, 8", "6, 6", "7, 8"})
  void a_handshake_is_made_as_the_rfc_has_it(int section, int records) throws Exception {
    Rfc8448Replay replay = new Rfc8448Replay();

    for (Rfc8448Trace step : Rfc8448Trace.section(section)) {
      replay.take(step);
    }

    assertThat(replay.records()).isEqualTo(records);
    assertThat(replay.verified())
        .containsAll(
            Set.of(
                "c hs traffic",
                "s hs traffic",
                "c ap traffic",
                "s ap traffic",
                "exp master",
                "res master",
                "s hs key",
                "c hs iv",
                "c ap key",
                "s ap iv"));
  }
}
