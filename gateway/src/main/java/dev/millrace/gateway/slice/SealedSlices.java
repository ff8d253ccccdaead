package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.zip.CRC32C;

/// Slices in their sealed form: each is a container that is bound to the object, its version and
/// the slice's place, and all of an object together are one series (`docs/seal-format.md`).
///
/// A slice is sealed once however many ask for it, and kept beside the others: whoever asks later
/// gets the same bytes, which nobody encrypts again. As a fetch does, it happens on a thread of its
/// own and outlives the client who asked first. What an earlier run sealed under another key, or
/// compressed otherwise, is not asked for and ages out.
///
/// Once it is evicted, a slice is sealed with other bytes than before, so whoever has part of it
/// cannot go on. Therefore a reader has a copy of the slice that it is at, on the Java heap; but
/// only as many readers as a fifth of the heap has room for, lest clients that are slow fill it.
/// The others read piece by piece what is held, and are cut short if it is evicted under way.
///
/// Safe for use by any number of threads.
public final class SealedSlices {
  /// How often a slice is sealed that is evicted before anyone has seen it.
  private static final int ATTEMPTS = 3;

  /// The heap rounds up what is larger than half of one of its regions.
  private static final int HEAP_FOR_BYTE = 2;

  private static final Slice NOTHING = new CopiedSlice(new byte[0]);

  private final SliceSupply slices;
  private final StoredSlices stored;
  private final Sealer sealer;
  private final String how;
  private final Semaphore copies;
  private final Semaphore sealing = new Semaphore(Runtime.getRuntime().availableProcessors());
  private final ConcurrentHashMap<SliceKey, FutureTask<Void>> underWay = new ConcurrentHashMap<>();

  public SealedSlices(SliceSupply slices, StoredSlices stored, Sealer sealer) {
    this(slices, stored, sealer, Runtime.getRuntime().maxMemory() / 5);
  }

  /// @param heapForCopies bytes of the Java heap for slices that are being sent
  SealedSlices(SliceSupply slices, StoredSlices stored, Sealer sealer, long heapForCopies) {
    this.slices = slices;
    this.stored = stored;
    this.sealer = sealer;
    this.how = sealer.keyId() + '\0' + sealer.config().compression();
    long copy = HEAP_FOR_BYTE * sealer.mostBytes(slices.size());
    this.copies = new Semaphore(Math.toIntExact(heapForCopies / copy));
  }

  /// The length in bytes of what is in every container but an object's last.
  public int size() {
    return slices.size();
  }

  /// How many slices an object has: one at least, since what is empty is sealed too.
  public long count(ObjectFacts facts) {
    return Math.max(1, (facts.size() + size() - 1) / size());
  }

  /// What the containers of an object are bound to as its version: the ETag without `W/` and its
  /// quotation marks.
  public static String version(ObjectFacts facts) {
    return facts.etag().replaceFirst("^(?:W/)?\"(.*)\"$", "$1");
  }

  /// Eight digits that differ where the sealed form of the same version does: after the key was
  /// rotated, and with another compression or slice size.
  public String formId() {
    CRC32C crc = new CRC32C();
    crc.update((how + '\0' + size()).getBytes(StandardCharsets.UTF_8));
    return "%08x".formatted(crc.getValue());
  }

  /// Reads slices of the version of an object that `facts` describes.
  public Reader reader(ObjectName object, ObjectFacts facts) {
    return new Reader(object, facts, copies.tryAcquire());
  }

  /// One slice after the other, for one client. For one thread.
  public final class Reader implements AutoCloseable {
    private final ObjectName object;
    private final ObjectFacts facts;
    private final boolean mayCopy;

    private Reader(ObjectName object, ObjectFacts facts, boolean mayCopy) {
      this.object = object;
      this.facts = facts;
      this.mayCopy = mayCopy;
    }

    /// Slice `index`, sealed. Waits until it is there. The one before it is no longer read.
    ///
    /// @throws IOException if it will not come
    public Slice open(long index) throws IOException {
      SliceKey key = key(index);
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        Slice held = mayCopy ? stored.copyOfSealed(key, how) : stored.sealed(key, how);
        if (held != null) {
          return held;
        }
        await(start(key, facts));
      }
      throw new IOException("there is no room in memory for a slice in its sealed form");
    }

    /// Has slice `index` sealed, if it is not, while the client takes in the one before.
    public void prepare(long index) {
      if (!stored.hasSealed(key(index), how)) {
        FutureTask<Void> _ = start(key(index), facts);
      }
    }

    private SliceKey key(long index) {
      return stored.key(object, facts, index);
    }

    @Override
    public void close() {
      if (mayCopy) {
        copies.release();
      }
    }
  }

  private FutureTask<Void> start(SliceKey key, ObjectFacts facts) {
    FutureTask<Void> fresh =
        new FutureTask<>(() -> {
          seal(key, facts);
          return null;
        });
    FutureTask<Void> another = underWay.putIfAbsent(key, fresh);
    if (another != null) {
      return another;
    }
    Thread.ofVirtual()
        .name("seal")
        .start(() -> {
          fresh.run();
          underWay.remove(key, fresh);
        });
    return fresh;
  }

  private static void await(FutureTask<Void> task) throws IOException {
    try {
      task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException("a slice could not be sealed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a slice was sealed", e);
    }
  }

  /// Seals a slice, unless it is held: another may have sealed it since it was looked for.
  private void seal(SliceKey key, ObjectFacts facts) throws IOException, InterruptedException {
    if (stored.sealed(key, how) != null) {
      return;
    }
    int length = SliceKey.length(facts, key.index(), size());
    Slice slice = length == 0 ? NOTHING : slices.open(key.object(), facts, key.index()).slice();
    if (length > 0) {
      // For the origin any number may wait; only so many are sealed at once.
      slice.await(length - 1);
    }
    sealing.acquire();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment plain = arena.allocate(length);
      copy(slice, key, facts, plain);
      MemorySegment sealed = arena.allocate(sealer.mostBytes(length));
      Binding binding =
          Binding.of(key.object().bucket(), key.object().key(), version(facts))
              .at(key.index() * size());
      boolean continued = key.index() < count(facts) - 1;
      stored.putSealed(key, how, sealed.asSlice(0, sealer.seal(plain, sealed, binding, continued)));
    } finally {
      sealing.release();
    }
  }

  private void copy(Slice opened, SliceKey key, ObjectFacts facts, MemorySegment to)
      throws IOException {
    OutputStream out = new MemoryStream(to);
    int length = (int) to.byteSize();
    Slice slice = opened;
    for (int done = slice.writeTo(out, 0, length); done < length; ) {
      slice = slices.open(key.object(), facts, key.index()).slice();
      done = slice.writeTo(out, done, length);
    }
  }

  private static final class MemoryStream extends OutputStream {
    private final ByteBuffer memory;

    MemoryStream(MemorySegment memory) {
      this.memory = memory.asByteBuffer();
    }

    @Override
    public void write(int value) {
      memory.put((byte) value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      memory.put(bytes, offset, length);
    }
  }
}
