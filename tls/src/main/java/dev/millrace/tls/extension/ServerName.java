package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// server_name (RFC 6066, section 3).
public sealed interface ServerName extends Extension {
  /// The type of names of hosts, the only one there is.
  int HOST_NAME = 0;

  @Override
  default int type() {
    return ExtensionType.SERVER_NAME;
  }

  /// A name by which the client looks for the server.
  ///
  /// @param type [#HOST_NAME], or one not known
  /// @param name for a host its ASCII name without a trailing dot, 1 to 255 bytes
  record Name(int type, byte[] name) {}

  /// What the client asks for.
  record Offered(List<Name> names) implements ServerName {
    static Offered parse(WireReader in) throws PeerMisbehaved {
      WireReader list = in.vector16();
      List<Name> names = new ArrayList<>();
      do {
        int type = list.u8();
        byte[] name = list.opaque16();
        list.expect(name.length > 0);
        // RFC 6066, section 3: "The ServerNameList MUST NOT contain more than one name of the same
        // name_type."
        list.expect(names.stream().noneMatch(each -> each.type == type));
        if (type == HOST_NAME) {
          list.expect(isHostName(name));
        }
        names.add(new Name(type, name));
      } while (list.hasRemaining());
      return new Offered(List.copyOf(names));
    }

    @Override
    public void writeBody(WireWriter out) {
      out.vector16(() -> names.forEach(each -> out.u8(each.type).opaque16(each.name)));
    }

    private static boolean isHostName(byte[] name) {
      for (byte each : name) {
        if (each <= ' ' || each == 0x7F) {
          return false;
        }
      }
      return name.length <= 255;
    }
  }

  /// The server's word that it used the name.
  record Acknowledged() implements ServerName {
    @Override
    public void writeBody(WireWriter out) {}
  }
}
