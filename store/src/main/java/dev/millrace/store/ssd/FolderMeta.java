package dev.millrace.store.ssd;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// What the file `meta` says of the segments beside it.
///
/// ```
/// magic 8 | segment size 4 | segments 4 | hash seed 8 | CRC32C 4
/// ```
///
/// The magic number tells whether entries are sealed.
///
/// @param hashSeed of the hashes of keys
record FolderMeta(Geometry geometry, boolean isSealed, long hashSeed) {
  private static final long MAGIC = 0x31617465_6d6c696dL;
  private static final long SEALED_MAGIC = 0x316c6165_736c696dL;
  private static final int SEGMENT_SIZE = 8;
  private static final int SEGMENTS = 12;
  private static final int HASH_SEED = 16;
  private static final int CHECKSUM = 24;
  private static final int BYTES = 28;

  boolean isOf(Geometry otherGeometry, boolean otherIsSealed) {
    return geometry.equals(otherGeometry) && isSealed == otherIsSealed;
  }

  /// What a file says, if it is there and whole.
  static Optional<FolderMeta> read(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) != BYTES) {
      return Optional.empty();
    }
    MemorySegment bytes = MemorySegment.ofArray(Files.readAllBytes(file));
    long magic = bytes.get(EntryRecord.LONG, 0);
    boolean isWhole =
        (magic == MAGIC || magic == SEALED_MAGIC)
            && bytes.get(EntryRecord.INT, CHECKSUM) == checksum(bytes);
    return isWhole
        ? Optional.of(
            new FolderMeta(
                new Geometry(
                    bytes.get(EntryRecord.INT, SEGMENT_SIZE), bytes.get(EntryRecord.INT, SEGMENTS)),
                magic == SEALED_MAGIC,
                bytes.get(EntryRecord.LONG, HASH_SEED)))
        : Optional.empty();
  }

  /// Writes the file, or leaves the one that is there.
  void write(Path file) throws IOException {
    byte[] bytes = new byte[BYTES];
    MemorySegment memory = MemorySegment.ofArray(bytes);
    memory.set(EntryRecord.LONG, 0, isSealed ? SEALED_MAGIC : MAGIC);
    memory.set(EntryRecord.INT, SEGMENT_SIZE, geometry.segmentSize());
    memory.set(EntryRecord.INT, SEGMENTS, geometry.segments());
    memory.set(EntryRecord.LONG, HASH_SEED, hashSeed);
    memory.set(EntryRecord.INT, CHECKSUM, checksum(memory));
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.write(draft, bytes);
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static int checksum(MemorySegment bytes) {
    return new Checksum(0).add(bytes.asSlice(0, CHECKSUM)).value();
  }
}
