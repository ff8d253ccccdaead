package dev.millrace.tls.extension;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.WireReader;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The extensions of one message, in their order; of each type there is one at most.
///
/// Immutable.
public final class Extensions {
  public static final Extensions NONE = new Extensions(List.of());

  private final List<Extension> list;

  private Extensions(List<Extension> list) {
    this.list = list;
  }

  /// Some extensions, of different types each.
  public static Extensions of(List<Extension> extensions) {
    return new Extensions(List.copyOf(extensions));
  }

  public static Extensions of(Extension... extensions) {
    return new Extensions(List.of(extensions));
  }

  /// Reads `Extension extensions<0..2^16-1>` in the forms that they have in one place.
  public static Extensions parse(WireReader in, ExtensionPlace place) throws PeerMisbehaved {
    WireReader vector = in.vector16();
    List<Extension> list = new ArrayList<>();
    while (vector.hasRemaining()) {
      int type = vector.u16();
      WireReader body = vector.vector16();
      list.add(ExtensionParser.parse(type, body, place));
      body.expectEnd();
    }
    // RFC 8446, section 4.2: "There MUST NOT be more than one extension of the same type in a
    // given extension block."
    if (!CodePoints.of(list, Extension::type).areDistinct()) {
      throw new PeerMisbehaved(
          switch (place) {
            case HELLO_RETRY_REQUEST, NEW_SESSION_TICKET -> Misbehaviour.REPEATED_EXTENSION;
            default -> Misbehaviour.DUPLICATE_EXTENSION;
          });
    }
    return new Extensions(List.copyOf(list));
  }

  public void write(WireWriter out) {
    out.vector16(() -> {
      for (Extension extension : list) {
        out.u16(extension.type()).vector16(() -> extension.writeBody(out));
      }
    });
  }

  /// The extension of a form, or null if it is not there.
  public <T extends Extension> @Nullable T get(Class<T> form) {
    for (Extension extension : list) {
      if (form.isInstance(extension)) {
        return form.cast(extension);
      }
    }
    return null;
  }

  public boolean has(Class<? extends Extension> form) {
    return get(form) != null;
  }

  public boolean hasType(int type) {
    for (Extension extension : list) {
      if (extension.type() == type) {
        return true;
      }
    }
    return false;
  }

  public boolean isEmpty() {
    return list.isEmpty();
  }

  /// All of them, in their order.
  public List<Extension> list() {
    return list;
  }

  @Override
  public String toString() {
    return list.toString();
  }
}
