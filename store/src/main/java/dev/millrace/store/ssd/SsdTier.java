package dev.millrace.store.ssd;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.EngineFacts;
import dev.millrace.store.io.IoBuffer;
import dev.millrace.store.io.IoStats;
import dev.millrace.store.memory.Below;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

// Purpose. A second tier on a device that is larger and slower than memory, and wears out with
// writing: what memory evicts is kept here, survives restarts, and comes back when it is asked for.
//
// Structure. The device is a ring of segments (SegmentFormat): files that are written from front to
// back and then, in their turn, over again. So all writes are sequential, and evicting is beginning
// the oldest segment anew (FIFO, as in CacheLib's Navy and memcached's extstore). An index in
// memory, of about 11 bytes an entry, says where each lies (EntryIndex, Geometry); at the start it
// is filled from the tables at the segments' ends (Recovery).
//
// What is written. Only what was asked for again while it was in memory, and is not here already
// (dev.millrace.store.memory.Segments): what leaves the small queue of S3-FIFO unasked-for is most
// of what passes through a cache, and never read again ("FIFO queues are all you need for cache
// eviction", SOSP 2023, shows the same filter before flash).
//
// What others may see. Where that is asked for, entries are sealed: compressed, encrypted and bound
// to their keys (EntrySealer, Sealant). Who has the device then sees how many entries there are,
// how long each is sealed, when it expires, in which order they came, and the hash of each key,
// with the seed of the hashes beside it: not the key, but whether a key that they guess is there.
//
// Why no byte is wrong. What is read is checked (EntryReader): the record's checksum covers key,
// value and the sequence number of the segment, and the key must be the one asked for. What was
// replaced or removed is out of the index before the put or the removal returns (EntryIndex), and
// stays out after a restart (Staging); see Recovery for what kill -9 costs.
//
// What may fail. Every read and every write. An entry that cannot be read or opened is taken out of
// the index and was a miss; a segment that cannot be written is given up (SegmentWriter). All of it
// is counted and logged once a kind (Faults); nobody who reads or evicts is told.
//
// Cost. A hit is one read of the entry's blocks; a miss is one look into the index, but for one in
// some thousand that reads an entry of another key.

/// A cache of byte strings on an SSD, below a memory tier.
///
/// Safe for use by any number of threads. [#get] waits for the device, so it is best called by
/// virtual threads; [#evicted] and [#replaced] wait for nothing.
public final class SsdTier implements Below, AutoCloseable {
  private final SsdConfig config;
  private final BlockIo io;
  private final Geometry geometry;
  private final Faults faults;
  private final Tally tally = new Tally();
  private final SegmentFolder folder;
  private final EntryIndex index;
  private final Hasher64 hasher;
  private final List<IoBuffer> buffers;
  private final Staging staging;
  private final EntryReader reader;
  private final @Nullable EntrySealer sealer;
  private final Thread writer;

  /// One for the tier until it is closed, and one for each read and each hit: what hits lie in must
  /// stay, since it is read without asking whether it is there.
  private final AtomicInteger holds = new AtomicInteger(1);

  private final Runnable release = this::release;

  private volatile boolean closed;

  /// @param buffers all that the tier keeps for itself
  private SsdTier(
      SsdConfig config,
      BlockIo io,
      SegmentFolder folder,
      Faults faults,
      List<IoBuffer> buffers,
      @Nullable Sealant sealant) {
    this.config = config;
    this.io = io;
    this.geometry = config.geometry();
    this.faults = faults;
    this.folder = folder;
    this.index = new EntryIndex(geometry.bytes());
    this.hasher = Hashing.xxh3_64(folder.hashSeed());
    this.buffers = buffers;
    IoBuffer own = buffers.getLast();
    this.staging = new Staging(config, index, buffers.subList(0, buffers.size() - 1));
    this.reader = new EntryReader(io, folder, config.clock(), index, staging, faults, sealant);
    this.sealer =
        sealant == null ? null : new EntrySealer(config, sealant, index, staging, faults, tally);
    long sequence = new Recovery(folder, index, staging, faults, config, own).run();
    this.writer =
        Thread.ofPlatform()
            .name("millrace-ssd-writer")
            .daemon()
            .unstarted(new SegmentWriter(folder, index, staging, faults, tally, own, sequence));
  }

  /// Opens a tier, with what is in its folder.
  ///
  /// @param io what files are opened with, which has [SsdConfig#buffers] at least. It is closed
  ///   when the tier is closed and all hits are; the caller closes it if this throws
  /// @throws IOException if the folder cannot be made, read or written, is in use or somebody's
  ///   own, or there is no key to seal with. What is wrong with the segments in it is no failure
  /// @throws LinkageError if entries are sealed and what compresses them does not load
  public static SsdTier open(SsdConfig config, BlockIo io)
      throws IOException, InterruptedException {
    Sealing sealing = config.sealing();
    return open(config, io, sealing == null ? null : new Sealant(sealing, config.longestEntry()));
  }

  /// As [#open(SsdConfig, BlockIo)].
  ///
  /// @param sealant null where entries are not sealed
  static SsdTier open(SsdConfig config, BlockIo io, @Nullable Sealant sealant)
      throws IOException, InterruptedException {
    SsdTier tier = recovered(config, io, sealant);
    try {
      tier.writer.start();
      if (tier.sealer != null) {
        tier.sealer.thread().start();
      }
      // The first segment is ready then.
      tier.flush();
      return tier;
    } catch (InterruptedException | RuntimeException | Error e) {
      tier.close();
      throw e;
    }
  }

  private static SsdTier recovered(SsdConfig config, BlockIo io, @Nullable Sealant sealant)
      throws IOException, InterruptedException {
    Faults faults = new Faults();
    SegmentFolder folder =
        SegmentFolder.open(config.folder(), config.geometry(), sealant != null, io, faults);
    List<IoBuffer> buffers = new ArrayList<>();
    try {
      for (int i = 0; i < config.stages() + 1; i++) {
        buffers.add(io.acquire(config.stageBytes()));
      }
      return new SsdTier(config, io, folder, faults, buffers, sealant);
    } catch (InterruptedException | RuntimeException | Error e) {
      buffers.forEach(IoBuffer::close);
      folder.close();
      throw e;
    }
  }

  public SsdConfig config() {
    return config;
  }

  /// The seed of the hashes of keys, which the memory tier is to have too.
  public long hashSeed() {
    return folder.hashSeed();
  }

  /// The entry stored under `key`, or null. Waits for the device, and for a buffer: a thread that
  /// holds hits and asks for another may wait for itself.
  ///
  /// An interrupt while it waits for a buffer makes it a miss, and stays pending.
  public @Nullable SsdHit get(byte[] key) {
    if (!hold()) {
      return null;
    }
    SsdHit hit = null;
    try {
      long hash = hasher.hashBytesToLong(key);
      long[] payloads = index.payloads(hash);
      for (int i = 0; hit == null && i < payloads.length; i++) {
        hit = reader.read(key, hash, payloads[i], release);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      if (hit == null) {
        release();
      }
    }
    (hit == null ? tally.misses() : tally.hits()).increment();
    return hit;
  }

  private boolean hold() {
    return !closed && holds.getAndUpdate(before -> before == 0 ? 0 : before + 1) != 0;
  }

  private void release() {
    if (holds.decrementAndGet() == 0) {
      io.close();
    }
  }

  /// Takes an entry that memory evicts, unless it is here, or drops it.
  @Override
  public void evicted(
      long hash,
      MemorySegment memory,
      long key,
      int keyLength,
      long value,
      int valueLength,
      long lifetime) {
    if (index.isKnown(hash)) {
      tally.known().increment();
      return;
    }
    long expiry =
        lifetime >= FOREVER
            ? EntryRecord.NEVER
            : config.clock().millis() + TimeUnit.NANOSECONDS.toMillis(lifetime);
    MemorySegment keyBytes = memory.asSlice(key, keyLength);
    MemorySegment valueBytes = memory.asSlice(value, valueLength);
    boolean isTaken =
        sealer == null
            ? staging.offer(hash, keyBytes, valueBytes, expiry)
            : sealer.offer(hash, keyBytes, valueBytes, expiry);
    if (!isTaken) {
      tally.dropped().increment();
    }
  }

  /// Forgets what is stored under keys with this hash, now and after a restart.
  @Override
  public void replaced(long hash) {
    if (index.isKnown(hash) && index.forget(hash)) {
      staging.bury(hash);
    }
  }

  /// Waits until all that was taken is on the device, or lost.
  public void flush() throws InterruptedException {
    if (sealer != null) {
      sealer.flush();
    }
    staging.flush();
  }

  /// Which engine reads and writes.
  public EngineFacts engine() {
    return io.engine();
  }

  /// What was read and written, and how long that took, stage by stage.
  public IoStats io() {
    return io.stats();
  }

  /// What is held now, and what became of what was.
  public SsdStats stats() {
    return new SsdStats(
        index.size(),
        (long) folder.all().size() * geometry.segmentSize(),
        tally.hits().sum(),
        tally.misses().sum(),
        tally.entered().sum(),
        tally.bytesWritten().sum(),
        tally.known().sum(),
        tally.dropped().sum(),
        tally.segmentsBegun().sum(),
        faults.all(),
        sealer == null
            ? Optional.empty()
            : Optional.of(
                new SsdStats.Sealed(
                    tally.plainBytes().sum(), tally.sealedBytes().sum(), faults.unopened())));
  }

  /// Writes what was taken, and ends. Whatever is asked afterwards is not found, and whatever is
  /// offered is dropped. Hits that are open stay so. What is replaced meanwhile, or afterwards, may
  /// be back after a restart.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (sealer != null) {
      sealer.close();
      await(sealer.thread());
    }
    staging.close();
    await(writer);
    if (staging.hasHomelessTombstones()) {
      // The device took no table for them, and what they are for must not be back.
      folder.forgetAll();
    }
    folder.close();
    buffers.forEach(IoBuffer::close);
    index.close();
    release();
  }

  private static void await(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
