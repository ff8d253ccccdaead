package dev.millrace.tls.message;

import dev.millrace.tls.extension.ExtensionPlace;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;

/// EncryptedExtensions (RFC 8446, section 4.3.1).
public record EncryptedExtensions(Extensions extensions) implements HandshakeMessage {
  static EncryptedExtensions parse(WireReader in) throws PeerMisbehaved {
    return new EncryptedExtensions(Extensions.parse(in, ExtensionPlace.ENCRYPTED_EXTENSIONS));
  }

  @Override
  public HandshakeType type() {
    return HandshakeType.ENCRYPTED_EXTENSIONS;
  }

  @Override
  public void writeBody(WireWriter out) {
    extensions.write(out);
  }
}
