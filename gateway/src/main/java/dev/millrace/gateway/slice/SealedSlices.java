package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Sealer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Slices in their sealed form: each is a container that is bound to the object, its version and
/// the slice's place, and all of an object together are one series (`docs/seal-format.md`).
///
/// A slice is sealed once however many ask for it, by the thread of the first who does, and kept
/// beside the others: whoever asks later gets the same bytes, which nobody encrypts again. What an
/// earlier run sealed under another key, or compressed otherwise, is not asked for and ages out.
///
/// Safe for use by any number of threads.
public final class SealedSlices {
  private final Slices slices;
  private final StoredSlices stored;
  private final Sealer sealer;
  private final String how;
  private final ConcurrentHashMap<SliceKey, FutureTask<byte[]>> underWay =
      new ConcurrentHashMap<>();

  public SealedSlices(Slices slices, StoredSlices stored, Sealer sealer) {
    this.slices = slices;
    this.stored = stored;
    this.sealer = sealer;
    this.how = sealer.keyId() + '\0' + sealer.config().compression();
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

  /// Slice `index` of the version of an object that `facts` describes, sealed. Waits until the
  /// slice is there.
  ///
  /// @throws IOException if it will not come
  public byte[] open(ObjectName object, ObjectFacts facts, long index) throws IOException {
    SliceKey key = new SliceKey(object, facts.etag(), index);
    byte[] held = stored.sealed(key, how);
    if (held != null) {
      return held;
    }
    FutureTask<byte[]> fresh = new FutureTask<>(() -> seal(key, facts));
    FutureTask<byte[]> another = underWay.putIfAbsent(key, fresh);
    if (another != null) {
      return result(another);
    }
    try {
      fresh.run();
    } finally {
      underWay.remove(key, fresh);
    }
    return result(fresh);
  }

  private static byte[] result(FutureTask<byte[]> task) throws IOException {
    try {
      return task.get();
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

  private byte[] seal(SliceKey key, ObjectFacts facts) throws IOException {
    byte[] held = stored.sealed(key, how);
    if (held != null) {
      // Another has sealed it since it was looked for.
      return held;
    }
    byte[] plain = plain(key, facts);
    byte[] room = new byte[Math.toIntExact(sealer.mostBytes(plain.length))];
    Binding binding =
        Binding.of(key.object().bucket(), key.object().key(), version(facts))
            .at(key.index() * size());
    boolean continued = key.index() < count(facts) - 1;
    long length =
        sealer.seal(MemorySegment.ofArray(plain), MemorySegment.ofArray(room), binding, continued);
    byte[] sealed = Arrays.copyOf(room, (int) length);
    stored.putSealed(key, how, sealed);
    return sealed;
  }

  private byte[] plain(SliceKey key, ObjectFacts facts) throws IOException {
    int length = (int) Math.min(size(), facts.size() - key.index() * size());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(length);
    while (bytes.size() < length) {
      Slice slice = slices.open(key.object(), facts, key.index()).slice();
      slice.await(bytes.size());
      int _ = slice.writeTo(bytes, bytes.size(), length);
    }
    return bytes.toByteArray();
  }
}
