package dev.millrace.store.ssd;

import dev.millrace.seal.Binding;
import dev.millrace.seal.ByteSource;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealException;
import dev.millrace.seal.SealException.Reason;
import dev.millrace.seal.SealedReader;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

// What is on the device. In place of the value a container, in place of the key its hash. The
// container is bound to key and expiry: it opens for who asks for this key, as an entry that ends
// when this one does, and for nobody else. Not to where it lies: who can write to the device can
// put back what was there before, under the same key.

/// Makes containers of entries, and opens them.
///
/// Safe for use by any number of threads.
class Sealant {
  private final Sealer sealer;
  private final Opener opener;
  private final int longestEntry;

  /// @throws IOException if there is no key to be had
  Sealant(Sealing sealing, int longestEntry) throws IOException {
    this.sealer = new Sealer(sealing.config(), sealing.keys());
    this.opener = new Opener(sealing.keys());
    this.longestEntry = longestEntry;
  }

  /// What an entry has on the device in place of its key.
  static byte[] name(long hash) {
    byte[] name = new byte[Long.BYTES];
    MemorySegment.ofArray(name).set(EntryRecord.LONG, 0, hash);
    return name;
  }

  /// Room for any container.
  int mostBytes() {
    return Math.toIntExact(sealer.mostBytes(longestEntry));
  }

  /// Seals an entry.
  ///
  /// @param to of [#mostBytes]
  /// @return how many bytes of it the container has
  long seal(MemorySegment key, MemorySegment value, long expiry, MemorySegment to) {
    return sealer.seal(value, to, binding(key, expiry), false);
  }

  /// The value in a container, in memory off the heap.
  ///
  /// @param memory to be freed by who closes it: the calling thread's
  /// @throws SealException if it does not open for this key, or has more than the longest entry
  /// @throws IOException if its key cannot be had
  MemorySegment open(MemorySegment sealed, byte[] key, long expiry, Arena memory)
      throws IOException {
    SealedReader reader =
        opener.reader(ByteSource.of(sealed), binding(MemorySegment.ofArray(key), expiry));
    if (reader.size() > longestEntry) {
      throw new SealException(Reason.TOO_LARGE, "it holds " + reader.size() + " bytes");
    }
    MemorySegment value = memory.allocate(reader.size());
    reader.read(0, value.asByteBuffer());
    return value;
  }

  /// Each byte of a key is a character.
  private static Binding binding(MemorySegment key, long expiry) {
    byte[] bytes = key.toArray(ValueLayout.JAVA_BYTE);
    return Binding.of("", new String(bytes, StandardCharsets.ISO_8859_1), Long.toString(expiry));
  }
}
