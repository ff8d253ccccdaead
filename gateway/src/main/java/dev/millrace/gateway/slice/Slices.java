package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// Objects as slices of a fixed size, each fetched from the origin once however many ask.
///
/// A slice that is on its way lies in `flights`. It moves to memory when it is complete, and only
/// then leaves `flights`; whoever asks looks in memory, then in `flights`, and, in the atomic step
/// that would start a flight, in memory once more. So at no instant is a slice that was fetched,
/// and not evicted, in neither place, and no second fetch starts.
///
/// A fetch looks on the SSD first, if there is one, so that is read once, too. It runs on a thread
/// of its own: it outlives the client whose request started it, and all who wait read along as its
/// bytes arrive. A failed fetch is forgotten, so that the next request starts anew.
///
/// Safe for use by any number of threads.
public final class Slices implements AutoCloseable {
  private final Origin origin;
  private final StoredSlices stored;
  private final Retry retry;
  private final int size;
  private final Semaphore fetches;
  private final ConcurrentHashMap<SliceKey, FetchedSlice> flights = new ConcurrentHashMap<>();

  /// @param size the length in bytes of every slice but an object's last
  /// @param fetches how many slices may be on their way from the origin at the same time
  public Slices(Origin origin, StoredSlices stored, Retry retry, int size, int fetches) {
    this.origin = origin;
    this.stored = stored;
    this.retry = retry;
    this.size = size;
    this.fetches = new Semaphore(fetches, true);
  }

  /// The length in bytes of every slice but an object's last.
  public int size() {
    return size;
  }

  /// A slice, which may still be arriving.
  ///
  /// @param isShared whether it was on its way when it was asked for
  public record Found(Slice slice, boolean isShared) {
    /// Where it comes from, known once its first byte is there.
    public Source source() {
      return isShared ? Source.FLIGHT : slice.source();
    }
  }

  /// Slice `index` of the version of an object that `facts` describes. Returns at once.
  public Found open(ObjectName object, ObjectFacts facts, long index) {
    SliceKey key = new SliceKey(object, facts.etag(), index);
    while (true) {
      Slice held = stored.get(key);
      if (held != null) {
        return new Found(held, false);
      }
      FetchedSlice fresh = new FetchedSlice((int) Math.min(size, facts.size() - index * size));
      FetchedSlice flying = flights.computeIfAbsent(key, k -> stored.has(k) ? null : fresh);
      if (flying == fresh) {
        Thread.ofVirtual().name("fetch").start(() -> fetch(key, fresh));
        return new Found(fresh, false);
      }
      if (flying != null) {
        return new Found(flying, true);
      }
    }
  }

  /// Gives back what the tiers hold. Slices that are on their way or being read are not affected.
  @Override
  public void close() {
    stored.close();
  }

  private void fetch(SliceKey key, FetchedSlice slice) {
    try {
      if (!stored.read(key, slice)) {
        retry.call(() -> fill(key, slice));
        stored.put(key, slice);
      }
    } catch (OriginException e) {
      slice.fail(e);
    } catch (RuntimeException | Error e) {
      slice.fail(new OriginException(OriginException.Reason.UNAVAILABLE, e.toString(), e));
      throw e;
    } finally {
      flights.remove(key, slice);
    }
  }

  private FetchedSlice fill(SliceKey key, FetchedSlice slice) throws IOException {
    int filled = slice.available();
    long offset = key.index() * size + filled;
    fetches.acquireUninterruptibly();
    try (InputStream in = origin.open(key.object(), key.etag(), offset, slice.length() - filled)) {
      slice.fill(in);
      return slice;
    } finally {
      fetches.release();
    }
  }
}
