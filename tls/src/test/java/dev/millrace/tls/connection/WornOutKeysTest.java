package dev.millrace.tls.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.record.Records;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class WornOutKeysTest {
  private static final AeadAlgorithm AEAD = AeadAlgorithm.AES_128_GCM;

  @Test
  void in_tls_12_no_data_is_sent_under_them_and_the_peer_is_told() throws Exception {
    Policy policy = TestPeer.policy().build();
    Outbound outbound = new Outbound(policy, Records.VERSION);
    RecordKeys keys = new RecordKeys(new Secret(new byte[16]), new byte[4]);
    outbound.protect(keys, AEAD, 1);
    ByteBuffer wire = ByteBuffer.allocate(1000);

    assertThat(outbound.seal(data(), 0, 1, wire)).isEqualTo(4);
    assertThatExceptionOfType(LocalFailure.class)
        .isThrownBy(() -> outbound.seal(data(), 0, 1, wire))
        .withMessage("the keys are worn out, and TLS 1.2 cannot update them");

    outbound.fatal(Alert.INTERNAL_ERROR);
    assertThat(outbound.nextLength()).isPositive();
  }

  private static ByteBuffer[] data() {
    return new ByteBuffer[] {ByteBuffer.allocate(4)};
  }
}
