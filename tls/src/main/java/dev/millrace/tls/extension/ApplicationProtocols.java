package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// application_layer_protocol_negotiation (RFC 7301): what the client offers, or the one that the
/// server chose.
///
/// @param names not empty; each of 1 to 255 bytes
public record ApplicationProtocols(List<byte[]> names) implements Extension {
  static ApplicationProtocols parse(WireReader in) throws PeerMisbehaved {
    WireReader list = in.vector16();
    List<byte[]> names = new ArrayList<>();
    do {
      byte[] name = list.opaque8();
      // RFC 7301, section 3.1: "Empty strings MUST NOT be included"
      list.expect(name.length > 0);
      names.add(name);
    } while (list.hasRemaining());
    return new ApplicationProtocols(List.copyOf(names));
  }

  @Override
  public int type() {
    return ExtensionType.APPLICATION_LAYER_PROTOCOL_NEGOTIATION;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.vector16(() -> names.forEach(out::opaque8));
  }
}
