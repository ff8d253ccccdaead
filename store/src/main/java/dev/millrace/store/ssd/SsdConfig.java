package dev.millrace.store.ssd;

import dev.millrace.store.io.IoConfig.BufferClass;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where an SSD tier lies, how large it is, and how it is cut.
///
/// @param folder where the files are; made if it is missing. One tier at a time, and nothing else,
///   may use it: one with files of others is refused, unless it was a tier's before
/// @param capacity the bytes of all segments' files together, at most. A folder that was begun with
///   another capacity or segment size, or with sealing and is opened without or the other way
///   round, is started anew
/// @param segmentSize the bytes of each segment, a power of two from 64 KiB to 256 MiB. There are
///   at least 4
/// @param longestEntry the bytes of the longest entry, its key and a header of 28 bytes included;
///   longer ones are not taken, nor those that would be longer when they are sealed: that adds 16
///   bytes to 16 KiB, and some 200 to each. Memory for reading and writing some of them is held
///   from the start
/// @param clock what entries expire by
/// @param sealing how entries are sealed; they are not where it is null. What that takes beside: a
///   thread that seals, and memory for as many bytes as there are to write from, 8 MiB mostly; on
///   the heap as many again, where entries are small, and an array for the longest entry; and as
///   long as a hit is open, memory for what it holds
public record SsdConfig(
    Path folder,
    long capacity,
    int segmentSize,
    int longestEntry,
    InstantSource clock,
    @Nullable Sealing sealing) {
  private static final int SMALLEST_SEGMENT = 64 << 10;
  private static final int USUAL_SEGMENTS = 512;
  private static final int SMALLEST_USUAL_SEGMENT = 16 << 20;
  private static final int LARGEST_SEGMENT = 256 << 20;
  private static final int FEWEST_SEGMENTS = 4;
  private static final int USUAL_LONGEST_ENTRY = (1 << 20) + (1 << 16);

  private static final int BLOCK = Geometry.BLOCK;
  private static final int LARGEST_STAGE = 1 << 20;
  private static final int FEWEST_STAGES = 8;
  private static final int READ_BYTES_OF_A_SIZE = 16 << 20;
  private static final long LONGEST_ENTRY = 128 << 20;

  /// @throws IllegalArgumentException if the numbers do not go together
  public SsdConfig {
    if (Integer.bitCount(segmentSize) != 1
        || segmentSize < SMALLEST_SEGMENT
        || segmentSize > LARGEST_SEGMENT) {
      throw new IllegalArgumentException(
          "segments of " + segmentSize + " bytes: a power of two from 64 KiB to 256 MiB");
    }
    if (capacity / segmentSize < FEWEST_SEGMENTS || capacity > Geometry.MOST_BYTES) {
      throw new IllegalArgumentException(
          capacity + " bytes: from 4 segments of " + segmentSize + " to " + Geometry.MOST_BYTES);
    }
    Geometry geometry = geometry(capacity, segmentSize);
    if (longestEntry < EntryRecord.HEADER || longestEntry > longestPossible(geometry)) {
      throw new IllegalArgumentException(
          "entries of " + longestEntry + " bytes: up to " + longestPossible(geometry));
    }
  }

  /// A tier whose entries are not sealed.
  ///
  /// @throws IllegalArgumentException if the numbers do not go together
  public SsdConfig(
      Path folder, long capacity, int segmentSize, int longestEntry, InstantSource clock) {
    this(folder, capacity, segmentSize, longestEntry, clock, null);
  }

  /// A tier of that many bytes, at least 64 MiB, for entries of up to a megabyte: segments of 16 to
  /// 256 MiB, some 512 of them.
  public static SsdConfig of(Path folder, long capacity) {
    return new SsdConfig(
        folder, capacity, usualSegment(capacity), USUAL_LONGEST_ENTRY, InstantSource.system());
  }

  /// The segments that [#of] takes for a tier of that many bytes.
  public static int usualSegment(long capacity) {
    long size = Long.highestOneBit(Math.max(1, capacity / USUAL_SEGMENTS));
    return Math.clamp(size, SMALLEST_USUAL_SEGMENT, LARGEST_SEGMENT);
  }

  /// The smallest capacity of a tier with segments of that size.
  public static long leastCapacity(int segmentSize) {
    return (long) FEWEST_SEGMENTS * segmentSize;
  }

  /// The same with segments of another size; where they are too small for the longest entry, that
  /// is as long as they have room for.
  public SsdConfig segmentSize(int bytes) {
    int longest = (int) Math.min(longestEntry, longestPossible(geometry(capacity, bytes)));
    return new SsdConfig(folder, capacity, bytes, longest, clock, sealing);
  }

  /// The same with entries of up to another length.
  public SsdConfig longestEntry(int bytes) {
    return new SsdConfig(folder, capacity, segmentSize, bytes, clock, sealing);
  }

  /// The same with another clock.
  public SsdConfig clock(InstantSource other) {
    return new SsdConfig(folder, capacity, segmentSize, longestEntry, other, sealing);
  }

  /// The same with sealed entries.
  public SsdConfig sealed(Sealing how) {
    return new SsdConfig(folder, capacity, segmentSize, longestEntry, clock, how);
  }

  /// The buffers that a tier needs: for its own writes, and for some dozens of reads at the same
  /// time.
  public List<BufferClass> buffers() {
    List<BufferClass> buffers = new ArrayList<>();
    for (int bytes = 2 * BLOCK; bytes < Math.min(stageBytes(), longestRead()); bytes *= 8) {
      buffers.add(new BufferClass(bytes, readsOf(bytes)));
    }
    buffers.add(new BufferClass(stageBytes(), stages() + 1 + readsOf(stageBytes())));
    if (longestRead() > stageBytes()) {
      buffers.add(new BufferClass(longestRead(), readsOf(longestRead())));
    }
    return buffers;
  }

  private static int readsOf(int bytes) {
    return Math.clamp(READ_BYTES_OF_A_SIZE / bytes, 2, 64);
  }

  /// The bytes of each of the buffers that entries are written from.
  int stageBytes() {
    return Math.min(LARGEST_STAGE, segmentSize / 4);
  }

  /// How many buffers entries are written from: enough for what memory evicts at once, and for an
  /// entry of the longest behind another.
  int stages() {
    return Math.max(FEWEST_STAGES, 2 * (longestEntry / stageBytes() + 1));
  }

  /// The most that is read for an entry: its blocks, and a 32nd since its length is known roughly.
  int longestRead() {
    return Geometry.roundedUp(
        longestEntry + longestEntry / 32 + geometry().unit() + 2 * BLOCK, BLOCK);
  }

  Geometry geometry() {
    return geometry(capacity, segmentSize);
  }

  private static Geometry geometry(long capacity, int segmentSize) {
    return new Geometry(segmentSize, Math.toIntExact(capacity / segmentSize));
  }

  /// What fits beside header, table and trailer, what the index can tell, and what there should be
  /// memory for.
  private static long longestPossible(Geometry geometry) {
    long room = geometry.segmentSize() - 3L * BLOCK;
    return Math.min(room, Math.min(geometry.longestEntry(), LONGEST_ENTRY));
  }
}
