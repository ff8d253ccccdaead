package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.ExtensionType;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.WireWriter;
import java.util.Arrays;

/// Compares a second ClientHello with the first: but for the exceptions of RFC 8446, section 4.1.2,
/// they must be the same.
final class HelloComparison {
  private HelloComparison() {}

  static boolean differOnlyAsAllowed(ClientHello first, ClientHello second) {
    return first.legacyVersion() == second.legacyVersion()
        && Arrays.equals(first.random(), second.random())
        && Arrays.equals(first.sessionId(), second.sessionId())
        && first.cipherSuites().equals(second.cipherSuites())
        && Arrays.equals(first.compressionMethods(), second.compressionMethods())
        && Arrays.equals(fixedExtensions(first), fixedExtensions(second));
  }

  private static byte[] fixedExtensions(ClientHello hello) {
    WireWriter out = new WireWriter();
    for (Extension extension : hello.extensions().list()) {
      switch (extension.type()) {
        case ExtensionType.KEY_SHARE,
            ExtensionType.EARLY_DATA,
            ExtensionType.COOKIE,
            ExtensionType.PRE_SHARED_KEY,
            ExtensionType.PADDING -> {}
        default -> {
          out.u16(extension.type());
          extension.writeBody(out);
        }
      }
    }
    return out.toByteArray();
  }
}
