package dev.millrace.tls.extension;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// pre_shared_key (RFC 8446, section 4.2.11).
public sealed interface PreSharedKey extends Extension {
  @Override
  default int type() {
    return ExtensionType.PRE_SHARED_KEY;
  }

  /// A key by name.
  ///
  /// @param identity a ticket, or the name of an external key; not empty
  /// @param obfuscatedAge of a ticket, in milliseconds plus its age_add modulo 2^32; 0 for an
  ///   external key
  record Identity(byte[] identity, long obfuscatedAge) {}

  /// What the client offers.
  ///
  /// @param binders as many as there are identities, unless the client is wrong
  record Offered(List<Identity> identities, List<byte[]> binders) implements PreSharedKey {
    static Offered parse(WireReader in) throws PeerMisbehaved {
      WireReader identityList = in.vector16();
      List<Identity> identities = new ArrayList<>();
      do {
        byte[] identity = identityList.opaque16();
        identityList.expect(identity.length > 0);
        identities.add(new Identity(identity, identityList.u32()));
      } while (identityList.hasRemaining());
      WireReader binderList = in.vector16();
      List<byte[]> binders = new ArrayList<>();
      do {
        binders.add(binderList.opaque8());
      } while (binderList.hasRemaining());
      return new Offered(List.copyOf(identities), List.copyOf(binders));
    }

    /// Bytes that the list of binders takes at the end of the ClientHello.
    public int bindersLength() {
      return 2 + binders.stream().mapToInt(binder -> 1 + binder.length).sum();
    }

    @Override
    public void writeBody(WireWriter out) {
      out.vector16(
          () -> identities.forEach(each -> out.opaque16(each.identity).u32(each.obfuscatedAge)));
      out.vector16(() -> binders.forEach(out::opaque8));
    }

    @Override
    public String toString() {
      return "PreSharedKey.Offered[" + identities.size() + " identities]";
    }
  }

  /// What the server chose, counted from 0.
  record Selected(int index) implements PreSharedKey {
    @Override
    public void writeBody(WireWriter out) {
      out.u16(index);
    }
  }
}
