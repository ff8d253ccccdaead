package dev.millrace.seal;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// Opens what a [Sealer] sealed: authenticates each segment, then decompresses what it holds.
///
/// How much memory that takes is bounded by what was authenticated: a block by the block size, an
/// array by what the caller allows. Data keys that were unwrapped are remembered, 256 at most.
///
/// Where the library that decompresses a container does not load ([Codecs]), opening it is a
/// [LinkageError].
public final class Opener {
  private static final int MOST_KEYS = 256;

  private final Map<WrappedKey, SecretKey> dataKeys = new ConcurrentHashMap<>();
  private final KeyService keys;

  public Opener(KeyService keys) {
    this.keys = keys;
  }

  /// Opens an array.
  ///
  /// @param atMost how many bytes it may hold
  /// @throws SealException if it does not open or holds more
  public byte[] open(byte[] sealed, Binding binding, int atMost) throws IOException {
    SealedReader reader = reader(ByteSource.of(MemorySegment.ofArray(sealed)), binding);
    if (reader.size() > atMost) {
      throw new SealException(
          Reason.TOO_LARGE, "it holds " + reader.size() + " bytes, and " + atMost + " are allowed");
    }
    byte[] opened = new byte[(int) reader.size()];
    reader.read(0, ByteBuffer.wrap(opened));
    return opened;
  }

  /// Opens memory, on the heap or off it, into other memory.
  ///
  /// @param sealed one container and nothing else, which must not change meanwhile
  /// @param to not overlapping, and its arena not closed meanwhile, since libraries write to it; if
  ///   this fails, it may hold any part of the content
  /// @return how many bytes of `to` it has
  /// @throws SealException if it does not open or `to` has no room for all
  /// @throws IllegalArgumentException if `to` is read-only
  public long open(MemorySegment sealed, MemorySegment to, Binding binding) throws IOException {
    if (to.isReadOnly()) {
      throw new IllegalArgumentException("what is opened cannot be written to read-only memory");
    }
    Header header = header(ByteSource.of(sealed), sealed.byteSize());
    ContainerKey key = ContainerKey.derive(dataKey(header), header, binding);
    try (Workspace workspace = Workspace.borrow()) {
      SegmentReader reader =
          new SegmentReader(
              Ciphertext.of(sealed, workspace.sealed(header.segmentSize())),
              sealed.byteSize(),
              header.layout(),
              workspace.cipher(key));
      Blocks blocks = workspace.blocks(header, reader.from(0));
      long done = 0;
      for (int size = blocks.next(); size >= 0; size = blocks.next()) {
        if (size > to.byteSize() - done) {
          throw new SealException(
              Reason.TOO_LARGE, "it holds more than " + to.byteSize() + " bytes");
        }
        blocks.read(to.asSlice(done, size));
        done += size;
      }
      return done;
    }
  }

  /// Opens a container of which parts are wanted.
  ///
  /// @throws SealException if its header or its end does not open
  public SealedReader reader(ByteSource source, Binding binding) throws IOException {
    long size = source.size();
    Header header = header(source, size);
    ContainerKey key = ContainerKey.derive(dataKey(header), header, binding);
    return new SealedReader(source, size, header, key);
  }

  /// Opens all that comes through a channel, in constant memory: a container, or a series of them
  /// that was sealed as one.
  ///
  /// @param from in blocking mode
  /// @param binding of the first container
  /// @return how many bytes were opened
  /// @throws SealException if it does not open; what was written to `to` until then is authentic,
  ///   but not all
  /// @throws IOException of either channel
  public long open(ReadableByteChannel from, WritableByteChannel to, Binding binding)
      throws IOException {
    try (OpeningChannel opened = opening(from, binding)) {
      long done = 0;
      for (long sent = opened.sendTo(to); sent >= 0; sent = opened.sendTo(to)) {
        done += sent;
      }
      return done;
    }
  }

  /// A channel that reads what is opened of `from`, as [#open(ReadableByteChannel,
  /// WritableByteChannel, Binding)] would write it; it does not close `from`.
  public OpeningChannel opening(ReadableByteChannel from, Binding binding) {
    return new OpeningChannel(this, from, binding);
  }

  /// The data key of a container with that header.
  SecretKey dataKey(Header header) throws IOException {
    SecretKey known = dataKeys.get(header.key());
    if (known != null) {
      return known;
    }
    byte[] bytes = keys.unwrap(header.key());
    SecretKey unwrapped = new SecretKeySpec(bytes, "HKDF");
    Arrays.fill(bytes, (byte) 0);
    if (dataKeys.size() >= MOST_KEYS) {
      dataKeys.clear();
    }
    dataKeys.put(header.key(), unwrapped);
    return unwrapped;
  }

  private static Header header(ByteSource source, long size) throws IOException {
    ByteBuffer fixed = ByteBuffer.allocate((int) Math.min(Header.FIXED, size));
    source.read(0, fixed);
    // What told the size is not read again: another reading could tell another.
    ByteBuffer whole = ByteBuffer.allocate(Header.size(fixed.flip())).put(fixed);
    if (whole.capacity() > size) {
      throw new SealException(Reason.TRUNCATED, "it ends within its header");
    }
    source.read(Header.FIXED, whole);
    Header header = Header.parse(whole.flip());
    if (header.sealedSize() > size) {
      throw new SealException(
          Reason.TRUNCATED, "it had " + header.sealedSize() + " bytes, and " + size + " are left");
    }
    if (header.continued()) {
      throw new SealException(
          Reason.CONTINUED, "it is the first of several containers: open it as a stream");
    }
    if (header.sealedSize() != 0 && header.sealedSize() < size) {
      throw new SealException(Reason.NOT_AUTHENTIC, "there are bytes behind its end");
    }
    return header;
  }
}
