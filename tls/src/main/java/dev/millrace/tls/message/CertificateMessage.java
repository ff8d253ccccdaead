package dev.millrace.tls.message;

import dev.millrace.tls.extension.ExtensionPlace;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// Certificate of TLS 1.3 (RFC 8446, section 4.4.2).
///
/// @param context of the request that it answers; empty within the handshake
/// @param entries the end entity's first; empty where a client has none
public record CertificateMessage(byte[] context, List<Entry> entries) implements HandshakeMessage {
  /// A certificate, with what belongs to it.
  ///
  /// @param certificate DER, not empty
  public record Entry(byte[] certificate, Extensions extensions) {}

  /// Reads what follows type and length, also of a message that was compressed.
  public static CertificateMessage parse(WireReader in) throws PeerMisbehaved {
    byte[] context = in.opaque8();
    WireReader list = in.vector24();
    List<Entry> entries = new ArrayList<>();
    while (list.hasRemaining()) {
      byte[] certificate = list.opaque24();
      list.expect(certificate.length > 0);
      entries.add(new Entry(certificate, Extensions.parse(list, ExtensionPlace.CERTIFICATE)));
    }
    return new CertificateMessage(context, List.copyOf(entries));
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.CERTIFICATE;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.opaque8(context);
    out.vector24(() -> {
      for (Entry entry : entries) {
        out.opaque24(entry.certificate);
        entry.extensions.write(out);
      }
    });
  }
}
