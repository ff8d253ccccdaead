package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.ClosedFileException;
import dev.millrace.store.io.EngineFacts;
import dev.millrace.store.io.IoBuffer;
import dev.millrace.store.io.IoStats;
import dev.millrace.store.memory.Below;
import dev.millrace.store.memory.Value;
import dev.millrace.store.memory.ValueHolder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
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
// Why no byte is wrong. What is read is checked: the record's checksum covers key, value and the
// sequence number of the segment, and the key must be the one asked for. What was replaced or
// removed is out of the index before the put or the removal returns (EntryIndex), and stays out
// after a restart (Staging); see Recovery for what kill -9 costs.
//
// What may fail. Every read and every write. An entry that cannot be read is taken out of the index
// and was a miss; a segment that cannot be written is given up (SegmentWriter). All of it is
// counted and logged once a kind (Faults); nobody who reads or evicts is told.
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
  private final Thread writer;

  /// One for the tier until it is closed, and one for each read and each hit: what hits lie in must
  /// stay, since it is read without asking whether it is there.
  private final AtomicInteger holds = new AtomicInteger(1);

  private volatile boolean closed;

  /// @param buffers all that the tier keeps for itself
  private SsdTier(
      SsdConfig config, BlockIo io, SegmentFolder folder, Faults faults, List<IoBuffer> buffers) {
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
  /// @throws IOException if the folder cannot be made, read or written, or is in use. What is wrong
  ///   with the segments in it is no failure
  public static SsdTier open(SsdConfig config, BlockIo io)
      throws IOException, InterruptedException {
    SsdTier tier = recovered(config, io);
    tier.writer.start();
    try {
      // The first segment is ready then.
      tier.flush();
      return tier;
    } catch (InterruptedException e) {
      tier.close();
      throw e;
    }
  }

  private static SsdTier recovered(SsdConfig config, BlockIo io)
      throws IOException, InterruptedException {
    Faults faults = new Faults();
    SegmentFolder folder = SegmentFolder.open(config.folder(), config.geometry(), io, faults);
    List<IoBuffer> buffers = new ArrayList<>();
    try {
      for (int i = 0; i < config.stages() + 1; i++) {
        buffers.add(io.acquire(config.stageBytes()));
      }
      return new SsdTier(config, io, folder, faults, buffers);
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
        hit = read(key, hash, payloads[i]);
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

  private @Nullable SsdHit read(byte[] key, long hash, long payload) throws InterruptedException {
    SsdSegment segment = folder.segment(geometry.segmentOf(payload));
    if (segment == null) {
      return null;
    }
    int start = geometry.offsetOf(payload) & -BLOCK;
    int length = Geometry.roundedUp(geometry.endOf(payload), BLOCK) - start;
    IoBuffer buffer = io.acquire(length);
    SsdHit hit = null;
    try {
      hit = read(key, hash, payload, segment, buffer, start, length);
    } finally {
      if (hit == null) {
        buffer.close();
      }
    }
    return hit;
  }

  private @Nullable SsdHit read(
      byte[] key,
      long hash,
      long payload,
      SsdSegment segment,
      IoBuffer buffer,
      int start,
      int length) {
    long sequence = segment.sequence();
    MemorySegment memory = buffer.memory();
    try {
      segment.file().read(start, buffer, length);
    } catch (ClosedFileException _) {
      // The segment was given up, or the tier closed.
      return null;
    } catch (IOException e) {
      lose(Faults.ofRead(e), hash, payload, segment, e);
      return null;
    }
    int offset = geometry.offsetOf(payload) - start;
    EntryRecord entry = EntryRecord.parse(memory, offset, length, sequence);
    if (entry == null) {
      lose(Faults.Kind.CHECKSUM, hash, payload, segment, null);
      return null;
    }
    long lifetime = lifetime(entry.expiry());
    if (lifetime <= 0) {
      boolean _ = drop(hash, payload);
      return null;
    }
    if (!entry.hasKey(memory, key)) {
      return null;
    }
    ValueHolder holder =
        _ -> {
          buffer.close();
          release();
        };
    Value value = Value.of(memory, entry.value(), entry.valueLength(), holder, 0);
    return new SsdHit(
        value, lifetime, () -> segment.sequence() == sequence && index.has(hash, payload));
  }

  /// Counts that an entry could not be read, unless its segment was begun anew meanwhile.
  private void lose(
      Faults.Kind kind, long hash, long payload, SsdSegment segment, @Nullable IOException e) {
    if (drop(hash, payload)) {
      faults.count(kind, segment.file().path(), e);
    }
  }

  /// Forgets one entry, also after a restart: it may be readable then, and replaced by then.
  private boolean drop(long hash, long payload) {
    boolean wasThere = index.remove(hash, payload);
    if (wasThere) {
      staging.bury(hash);
    }
    return wasThere;
  }

  private long lifetime(long expiry) {
    return expiry == EntryRecord.NEVER
        ? FOREVER
        : TimeUnit.MILLISECONDS.toNanos(expiry - config.clock().millis());
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
    boolean staged =
        staging.offer(
            hash, memory.asSlice(key, keyLength), memory.asSlice(value, valueLength), expiry);
    if (!staged) {
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
        faults.all());
  }

  /// Writes what was taken, and ends. Whatever is asked afterwards is not found, and whatever is
  /// offered is dropped. Hits that are open stay so.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    staging.close();
    awaitWriter();
    if (staging.hasHomelessTombstones()) {
      folder.forgetAll();
    }
    folder.close();
    buffers.forEach(IoBuffer::close);
    index.close();
    release();
  }

  private void awaitWriter() {
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
