package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Arrays;

/// The sentinels in a server's random by which a client notices that somebody lowered the version
/// (RFC 8446, section 4.1.3).
final class Downgrade {
  private static final byte[] TO_TLS_1_2 = {'D', 'O', 'W', 'N', 'G', 'R', 'D', 1};
  private static final byte[] BELOW_TLS_1_2 = {'D', 'O', 'W', 'N', 'G', 'R', 'D', 0};

  private Downgrade() {}

  /// Marks the random of a server that speaks TLS 1.3 and negotiates TLS 1.2.
  static void mark(byte[] random) {
    System.arraycopy(TO_TLS_1_2, 0, random, random.length - TO_TLS_1_2.length, TO_TLS_1_2.length);
  }

  /// Checks the random of a ServerHello that chose TLS 1.2.
  static void requireNone(byte[] random, Policy policy) throws PeerMisbehaved {
    byte[] end = Arrays.copyOfRange(random, random.length - TO_TLS_1_2.length, random.length);
    // RFC 8446, section 4.1.3: "TLS 1.3 clients receiving a ServerHello indicating TLS 1.2 or below
    // MUST check that the last 8 bytes are not equal to either of these values."
    if (policy.speaks(ProtocolVersion.TLS_1_3)
        && (Arrays.equals(end, TO_TLS_1_2) || Arrays.equals(end, BELOW_TLS_1_2))) {
      throw new PeerMisbehaved(Misbehaviour.DOWNGRADE_DETECTED);
    }
  }
}
