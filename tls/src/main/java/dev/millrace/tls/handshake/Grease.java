package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.KeyShare;
import dev.millrace.tls.extension.SignatureAlgorithms;
import dev.millrace.tls.extension.SupportedGroups;
import dev.millrace.tls.extension.SupportedVersions;
import dev.millrace.tls.extension.UnknownExtension;
import dev.millrace.tls.wire.CodePoints;
import java.util.List;

/// Values without meaning that a client mixes into its hello, so that servers keep passing over
/// what they do not know (RFC 8701). The same in both hellos of a connection.
///
/// @param seed random bytes, one for each kind of value
record Grease(byte[] seed) {
  private static final int SEED_LENGTH = 6;

  static Grease random(CryptoServices crypto) {
    return new Grease(crypto.publicRandomBytes(SEED_LENGTH));
  }

  CodePoints cipherSuites(CodePoints real) {
    return real.prepend(value(0));
  }

  /// An extension with a value of its kind among those that it lists.
  Extension mixedInto(Extension real) {
    return switch (real) {
      case SupportedGroups(CodePoints groups) -> new SupportedGroups(groups.prepend(value(1)));
      case SupportedVersions.Offered(CodePoints versions) ->
          new SupportedVersions.Offered(versions.prepend(value(2)));
      case SignatureAlgorithms.OfHandshake(CodePoints schemes) ->
          new SignatureAlgorithms.OfHandshake(schemes.prepend(value(5)));
      default -> real;
    };
  }

  KeyShare.Entry keyShare() {
    return new KeyShare.Entry(value(1), new byte[1]);
  }

  /// The first and the last extension, which differ.
  List<Extension> extensions() {
    int first = value(3);
    int last = value(4) == first ? first ^ 0x1010 : value(4);
    return List.of(
        new UnknownExtension(first, new byte[0]), new UnknownExtension(last, new byte[1]));
  }

  /// Whether a code point is one of those without meaning.
  static boolean isGrease(int code) {
    return (code & 0x0F0F) == 0x0A0A && code >>> 8 == (code & 0xFF);
  }

  private int value(int kind) {
    int nibble = seed[kind] & 0xF0;
    return (nibble | 0x0A) << 8 | nibble | 0x0A;
  }
}
