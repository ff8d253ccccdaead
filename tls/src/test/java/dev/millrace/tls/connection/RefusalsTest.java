package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.connection.LyingPeer.Lie;
import dev.millrace.tls.connection.LyingPeer.Said;
import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What a RFC names the alert for.
class RefusalsTest {
  /// Where the client's hello says which version it is of, behind type and length.
  private static final int LEGACY_VERSION = 4;

  @ParameterizedTest
  @EnumSource(names = {"FULL", "FULL_12"})
  void a_hello_of_ssl_3_is_refused_whatever_else_it_offers(Scenario scenario) throws TlsFailure {
    Duel duel = Duel.of(scenario, false, helloOfVersion(0x0300)).fight();

    assertAlert(duel, Alert.PROTOCOL_VERSION);
  }

  @Test
  void any_other_version_in_the_old_place_means_nothing_in_13() throws TlsFailure {
    for (int version : new int[] {0x0301, 0x0304, 0x1234, 0xFFFF}) {
      Duel duel = Duel.of(Scenario.FULL, false, helloOfVersion(version)).fight();

      assertThat(duel.victim().version()).isEqualTo(ProtocolVersion.TLS_1_3);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FULL", "FULL_12"})
  void a_change_cipher_spec_is_one_byte_of_value_1(Scenario scenario) throws TlsFailure {
    for (byte[] content : new byte[][] {{2}, {1, 1}}) {
      for (boolean client : new boolean[] {true, false}) {
        Said change = new Said(ContentType.CHANGE_CIPHER_SPEC, content);
        Lie lie = (index, truth) -> index == 0 ? List.of(truth, change) : List.of(truth);

        assertAlert(Duel.of(scenario, client, lie).fight(), Alert.UNEXPECTED_MESSAGE);
      }
    }
  }

  @Test
  void none_comes_after_a_handshake_of_13() throws TlsFailure {
    for (boolean client : new boolean[] {true, false}) {
      Duel duel = Duel.of(Scenario.FULL, client, LyingPeer.NONE).fight();
      duel.liar().say(ContentType.CHANGE_CIPHER_SPEC, new byte[] {1});

      assertAlert(duel.goOn(), Alert.UNEXPECTED_MESSAGE);
    }
  }

  private static Lie helloOfVersion(int version) {
    return (index, truth) -> {
      if (index == 0) {
        truth.content()[LEGACY_VERSION] = (byte) (version >> 8);
        truth.content()[LEGACY_VERSION + 1] = (byte) version;
      }
      return List.of(truth);
    };
  }

  private static void assertAlert(Duel duel, Alert alert) {
    assertThat(duel.failure()).isNotNull().extracting(TlsFailure::alert).isEqualTo(alert);
  }
}
