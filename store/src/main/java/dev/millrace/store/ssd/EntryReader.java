package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.Geometry.BLOCK;

import dev.millrace.seal.SealException;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.ClosedFileException;
import dev.millrace.store.io.IoBuffer;
import dev.millrace.store.memory.Below;
import dev.millrace.store.memory.Value;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

// What is read is checked before anything of it is believed: the record's checksum, its key, and
// where entries are sealed, the container. A value that is not sealed is served out of the buffer
// that it was read into, which is lent until the hit is closed. A sealed one is opened out of that
// buffer into memory of its own, and the buffer is free again at once: no second buffer is waited
// for by one who holds one.

/// Reads entries from the device. What cannot be read is forgotten, counted and a miss.
///
/// Safe for use by any number of threads.
final class EntryReader {
  /// Where an entry is, and of which use of its segment.
  private record Place(long hash, long payload, SsdSegment segment, long sequence) {}

  private final BlockIo io;
  private final SegmentFolder folder;
  private final Geometry geometry;
  private final InstantSource clock;
  private final EntryIndex index;
  private final Staging staging;
  private final Faults faults;
  private final @Nullable Sealant sealant;

  EntryReader(
      BlockIo io,
      SegmentFolder folder,
      InstantSource clock,
      EntryIndex index,
      Staging staging,
      Faults faults,
      @Nullable Sealant sealant) {
    this.io = io;
    this.folder = folder;
    this.geometry = folder.geometry();
    this.clock = clock;
    this.index = index;
    this.staging = staging;
    this.faults = faults;
    this.sealant = sealant;
  }

  /// Reads the entry at a place of the index, or nothing if it is not of that key.
  ///
  /// @param whenClosed done when the hit is closed
  @Nullable SsdHit read(byte[] key, long hash, long payload, Runnable whenClosed)
      throws InterruptedException {
    SsdSegment segment = folder.segment(geometry.segmentOf(payload));
    if (segment == null) {
      return null;
    }
    int start = geometry.offsetOf(payload) & -BLOCK;
    int length = Geometry.roundedUp(geometry.endOf(payload), BLOCK) - start;
    IoBuffer buffer = io.acquire(length);
    SsdHit hit = null;
    try {
      Place place = new Place(hash, payload, segment, segment.sequence());
      hit = read(key, place, buffer, start, length, whenClosed);
    } finally {
      if (hit == null || sealant != null) {
        buffer.close();
      }
    }
    return hit;
  }

  private @Nullable SsdHit read(
      byte[] key, Place place, IoBuffer buffer, int start, int length, Runnable whenClosed) {
    try {
      place.segment().file().read(start, buffer, length);
    } catch (ClosedFileException _) {
      // The segment was given up, or the tier closed.
      return null;
    } catch (IOException e) {
      lose(Faults.ofRead(e), place, e);
      return null;
    }
    int offset = geometry.offsetOf(place.payload()) - start;
    EntryRecord entry = EntryRecord.parse(buffer.memory(), offset, length, place.sequence());
    if (entry == null) {
      lose(Faults.Kind.CHECKSUM, place, null);
      return null;
    }
    long lifetime = lifetime(entry.expiry());
    if (lifetime <= 0) {
      boolean _ = drop(place);
      return null;
    }
    Value value =
        sealant == null
            ? inPlace(key, entry, buffer, whenClosed)
            : opened(sealant, key, place, entry, buffer.memory(), whenClosed);
    return value == null
        ? null
        : new SsdHit(
            value,
            lifetime,
            () ->
                place.segment().sequence() == place.sequence()
                    && index.has(place.hash(), place.payload()));
  }

  private static @Nullable Value inPlace(
      byte[] key, EntryRecord entry, IoBuffer buffer, Runnable whenClosed) {
    MemorySegment memory = buffer.memory();
    if (!entry.hasKey(memory, key)) {
      return null;
    }
    return Value.of(
        memory,
        entry.value(),
        entry.valueLength(),
        _ -> {
          buffer.close();
          whenClosed.run();
        },
        0);
  }

  private @Nullable Value opened(
      Sealant sealant,
      byte[] key,
      Place place,
      EntryRecord entry,
      MemorySegment memory,
      Runnable whenClosed) {
    if (!entry.hasKey(memory, Sealant.name(place.hash()))) {
      return null;
    }
    // Who gets a value closes it, and no other thread can.
    Arena own = Arena.ofConfined();
    Value value = null;
    try {
      MemorySegment sealed = memory.asSlice(entry.value(), entry.valueLength());
      MemorySegment opened = sealant.open(sealed, key, entry.expiry(), own);
      value =
          Value.of(
              opened,
              0,
              opened.byteSize(),
              _ -> {
                own.close();
                whenClosed.run();
              },
              0);
    } catch (SealException e) {
      lose(Faults.Kind.OPEN, place, e);
    } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
      // The entry may be good: its key, the memory that it is opened in, or the library that
      // decompresses it, may be had again.
      faults.count(Faults.Kind.KEY, place.segment().file().path(), e);
    } finally {
      if (value == null) {
        own.close();
      }
    }
    return value;
  }

  /// Counts that an entry could not be read, unless its segment was begun anew meanwhile.
  private void lose(Faults.Kind kind, Place place, @Nullable IOException e) {
    if (drop(place)) {
      faults.count(kind, place.segment().file().path(), e);
    }
  }

  /// Forgets one entry, also after a restart: it may be readable then, and replaced by then.
  private boolean drop(Place place) {
    boolean wasThere = index.remove(place.hash(), place.payload());
    if (wasThere) {
      staging.bury(place.hash());
    }
    return wasThere;
  }

  private long lifetime(long expiry) {
    return expiry == EntryRecord.NEVER
        ? Below.FOREVER
        : TimeUnit.MILLISECONDS.toNanos(expiry - clock.millis());
  }
}
