package dev.millrace.seal;

import dev.millrace.seal.Compression.Lz4;
import dev.millrace.seal.Compression.None;
import dev.millrace.seal.Compression.Zstd;
import dev.millrace.seal.SealException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// What a container says of itself before its first segment: how it is made, under which key, and
/// Tink's header, which is its salt and the beginning of its nonces.
///
/// Nothing in it is believed before a segment authenticates: how it is made goes into the
/// derivation of the container's key together with what it is bound to, the wrapped key
/// authenticates itself, and from a wrong salt comes a wrong key. The sealed size alone is not
/// authenticated; if it is wrong, the last segment is not the last or does not end where it should.
///
/// @param codec what blocks are compressed by: [#STORED], which is not at all, [#ZSTD] or [#LZ4]
/// @param blockSize bytes of a block, or 0 where nothing is compressed
/// @param segmentSize bytes of a segment with its tag
/// @param continued whether another container follows for the rest of the same object
/// @param key the data key, wrapped
/// @param sealedSize bytes of the container with this header, or 0 where that was not known
/// @param salt as many bytes as the container's key has
/// @param noncePrefix 7 bytes
record Header(
    byte codec,
    int blockSize,
    int segmentSize,
    boolean continued,
    WrappedKey key,
    long sealedSize,
    byte[] salt,
    byte[] noncePrefix) {
  /// Bytes that every header begins with; the rest is as long as they say.
  static final int FIXED = 22;

  static final byte STORED = 0;
  static final byte ZSTD = 1;
  static final byte LZ4 = 2;

  /// Where the sealed size is.
  static final int SEALED_SIZE_AT = 14;

  private static final int MAGIC = 0x4D52534C;
  private static final byte VERSION = 1;
  private static final byte CONTINUED = 1;
  private static final int BOUND = 10;
  private static final int NONCE_PREFIX = 7;
  private static final int LONGEST_NAME = 1024;
  private static final int LONGEST_KEY = 6144;

  /// The codec that a container says it has for that compression.
  static byte codecOf(Compression compression) {
    return switch (compression) {
      case None none -> STORED;
      case Zstd zstd -> ZSTD;
      case Lz4 lz4 -> LZ4;
    };
  }

  Layout layout() {
    return new Layout(size(), segmentSize);
  }

  /// Bytes of the header: all before the first segment.
  int size() {
    return FIXED + name().length + key.bytes().length + 1 + salt.length + NONCE_PREFIX;
  }

  /// The bytes of the header.
  ///
  /// @throws IllegalArgumentException if no first segment has room behind it
  byte[] write() {
    byte[] name = name();
    byte[] wrapped = key.bytes();
    if (name.length > LONGEST_NAME || wrapped.length > LONGEST_KEY) {
      throw new IllegalArgumentException(
          "a key's name has at most 1,024 bytes and a wrapped key 6,144, not "
              + name.length
              + " and "
              + wrapped.length);
    }
    if (size() + Layout.TAG >= segmentSize) {
      throw new IllegalArgumentException(
          "a header of " + size() + " bytes needs larger segments than " + segmentSize);
    }
    ByteBuffer to = ByteBuffer.allocate(size()).put(bound());
    to.putShort((short) name.length).putShort((short) wrapped.length).putLong(sealedSize);
    to.put(name).put(wrapped);
    to.put((byte) (1 + salt.length + NONCE_PREFIX)).put(salt).put(noncePrefix);
    return to.array();
  }

  /// How many bytes the header has that begins with those.
  ///
  /// @throws SealException if they are not of a header
  static int size(ByteBuffer fixed) throws SealException {
    if (fixed.remaining() < FIXED || fixed.getInt(0) != MAGIC) {
      throw new SealException(Reason.NOT_SEALED, "it does not begin as a sealed file does");
    }
    if (fixed.get(4) != VERSION) {
      throw new SealException(
          Reason.UNSUPPORTED,
          "it is of version " + (fixed.get(4) & 0xFF) + "; this reads version 1");
    }
    int name = fixed.getShort(10) & 0xFFFF;
    int wrapped = fixed.getShort(12) & 0xFFFF;
    int keySize = fixed.get(9);
    boolean sane =
        (keySize == 16 || keySize == 32) && name <= LONGEST_NAME && wrapped <= LONGEST_KEY;
    if (!sane) {
      throw outOfBounds();
    }
    return FIXED + name + wrapped + 1 + keySize + NONCE_PREFIX;
  }

  /// Reads a header of which [#size(ByteBuffer)] has told the size.
  ///
  /// @throws SealException if it is none
  static Header parse(ByteBuffer from) throws SealException {
    int keySize = from.get(9);
    byte[] name = new byte[from.getShort(10)];
    byte[] wrapped = new byte[from.getShort(12)];
    byte[] salt = new byte[keySize];
    byte[] prefix = new byte[NONCE_PREFIX];
    from.position(FIXED);
    from.get(name).get(wrapped);
    byte tinkSize = from.get();
    from.get(salt).get(prefix);
    Header header =
        new Header(
            from.get(6),
            sizeOf(from.get(7)),
            sizeOf(from.get(8)),
            from.get(5) == CONTINUED,
            new WrappedKey(decoded(name), wrapped),
            from.getLong(SEALED_SIZE_AT),
            salt,
            prefix);
    boolean known = (from.get(5) & ~CONTINUED) == 0 && tinkSize == 1 + keySize + NONCE_PREFIX;
    if (!known || !header.isWithinBounds()) {
      throw outOfBounds();
    }
    return header;
  }

  /// What goes into the derivation of the key beside the salt (RFC 5869, `info`): how the container
  /// is made and what it is bound to, each string behind its length, so that no two bindings have
  /// the same bytes.
  byte[] associatedData(Binding binding) {
    byte[] bucket = binding.bucket().getBytes(StandardCharsets.UTF_8);
    byte[] name = binding.key().getBytes(StandardCharsets.UTF_8);
    byte[] version = binding.version().getBytes(StandardCharsets.UTF_8);
    int size =
        BOUND + 3 * Integer.BYTES + bucket.length + name.length + version.length + Long.BYTES;
    ByteBuffer to = ByteBuffer.allocate(size).put(bound());
    to.putInt(bucket.length).put(bucket).putInt(name.length).put(name);
    return to.putInt(version.length).put(version).putLong(binding.position()).array();
  }

  private byte[] bound() {
    ByteBuffer to = ByteBuffer.allocate(BOUND).putInt(MAGIC).put(VERSION);
    to.put(continued ? CONTINUED : 0).put(codec).put(log2(blockSize)).put(log2(segmentSize));
    return to.put((byte) salt.length).array();
  }

  private boolean isWithinBounds() {
    boolean blocks =
        codec == STORED
            ? blockSize == 0
            : (codec == ZSTD || codec == LZ4)
                && blockSize >= SealConfig.SMALLEST
                && blockSize <= SealConfig.LARGEST_BLOCK;
    return blocks
        && segmentSize >= SealConfig.SMALLEST
        && segmentSize <= SealConfig.LARGEST_SEGMENT
        && size() + Layout.TAG < segmentSize
        && sealedSize >= 0;
  }

  private byte[] name() {
    return key.keyId().getBytes(StandardCharsets.UTF_8);
  }

  private static byte log2(int size) {
    return (byte) (size == 0 ? 0 : Integer.numberOfTrailingZeros(size));
  }

  private static int sizeOf(byte log2) {
    // What is out of bounds must not become one that is not, since it would authenticate then.
    return log2 == 0 ? 0 : log2 < 0 || log2 > 30 ? -1 : 1 << log2;
  }

  private static String decoded(byte[] name) throws SealException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
    } catch (CharacterCodingException e) {
      throw new SealException(Reason.UNSUPPORTED, "the name of its key is not UTF-8", e);
    }
  }

  private static SealException outOfBounds() {
    return new SealException(Reason.UNSUPPORTED, "what its header says is out of bounds");
  }
}
