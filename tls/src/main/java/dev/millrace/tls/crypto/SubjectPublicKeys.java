package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;

/// Reads public keys out of a SubjectPublicKeyInfo (RFC 5280, section 4.1). The JCA must be told
/// the algorithm, which is inside.
public final class SubjectPublicKeys {
  private static final int SEQUENCE = 0x30;
  private static final int OBJECT_IDENTIFIER = 0x06;
  private static final int LENGTH_IN_ONE_BYTE = 0x81;
  private static final int LENGTH_IN_TWO_BYTES = 0x82;

  private SubjectPublicKeys() {}

  /// The key of an encoding, which is that and nothing more.
  ///
  /// @param der whatever a peer sent
  public static PublicKey parse(byte[] der) throws PeerMisbehaved {
    try {
      return KeyFactory.getInstance(algorithm(der)).generatePublic(new X509EncodedKeySpec(der));
    } catch (NoSuchAlgorithmException | InvalidKeySpecException e) {
      throw new PeerMisbehaved(Misbehaviour.UNPARSABLE_PUBLIC_KEY, String.valueOf(e.getMessage()));
    }
  }

  /// The algorithm, of those that handshakes are signed with.
  private static String algorithm(byte[] der) throws PeerMisbehaved {
    WireReader in = new WireReader(der);
    WireReader info = element(in, SEQUENCE);
    in.expectEnd();
    String identifier =
        HexFormat.of().formatHex(element(element(info, SEQUENCE), OBJECT_IDENTIFIER).rest());
    return switch (identifier) {
      case "2a8648ce3d0201" -> "EC";
      case "2a864886f70d010101" -> "RSA";
      case "2a864886f70d01010a" -> "RSASSA-PSS";
      case "2b6570" -> "Ed25519";
      default ->
          throw new PeerMisbehaved(
              Misbehaviour.UNPARSABLE_PUBLIC_KEY, "unknown algorithm " + identifier);
    };
  }

  /// What is in the next element of DER.
  private static WireReader element(WireReader in, int tag) throws PeerMisbehaved {
    in.expect(in.u8() == tag);
    int length = in.u8();
    return new WireReader(
        in.bytes(
            switch (length) {
              case LENGTH_IN_ONE_BYTE -> in.u8();
              case LENGTH_IN_TWO_BYTES -> in.u16();
              default -> length;
            }));
  }
}
