package dev.millrace.tls.extension;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// key_share (RFC 8446, section 4.2.8).
public sealed interface KeyShare extends Extension {
  @Override
  default int type() {
    return ExtensionType.KEY_SHARE;
  }

  /// A public value of a group, known or not.
  ///
  /// @param publicValue not empty
  record Entry(int group, byte[] publicValue) {
    static Entry parse(WireReader in) throws PeerMisbehaved {
      int group = in.u16();
      byte[] publicValue = in.opaque16();
      in.expect(publicValue.length > 0);
      return new Entry(group, publicValue);
    }

    private void write(WireWriter out) {
      out.u16(group).opaque16(publicValue);
    }
  }

  /// What the client offers; may be empty.
  record Offered(List<Entry> entries) implements KeyShare {
    static Offered parse(WireReader in) throws PeerMisbehaved {
      WireReader list = in.vector16();
      List<Entry> entries = new ArrayList<>();
      Set<Integer> seen = new HashSet<>();
      while (list.hasRemaining()) {
        Entry entry = Entry.parse(list);
        // RFC 8446, section 4.2.8: "Clients MUST NOT offer multiple KeyShareEntry values for the
        // same group."
        if (!seen.add(entry.group)) {
          throw new PeerMisbehaved(Misbehaviour.DUPLICATE_KEY_SHARE);
        }
        entries.add(entry);
      }
      return new Offered(List.copyOf(entries));
    }

    /// The public value of a group, or null if there is none.
    public byte @Nullable [] publicValue(int group) {
      for (Entry entry : entries) {
        if (entry.group == group) {
          return entry.publicValue;
        }
      }
      return null;
    }

    @Override
    public void writeBody(WireWriter out) {
      out.vector16(() -> entries.forEach(entry -> entry.write(out)));
    }
  }

  /// The server's answer.
  record Selected(Entry entry) implements KeyShare {
    @Override
    public void writeBody(WireWriter out) {
      entry.write(out);
    }
  }

  /// In a HelloRetryRequest: the group that the server wants a share of.
  record Retry(int group) implements KeyShare {
    @Override
    public void writeBody(WireWriter out) {
      out.u16(group);
    }
  }
}
