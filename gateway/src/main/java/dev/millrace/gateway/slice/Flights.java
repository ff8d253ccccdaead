package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.OriginException;
import java.util.concurrent.ConcurrentHashMap;

/// Slices that are on their way, each fetched once however many ask.
///
/// A slice moves to memory when it is complete, if it is to be kept, and only then leaves its
/// flight; whoever asks looks in memory, then among the flights, and, in the atomic step that would
/// start a flight, in memory once more. So at no instant is a slice that was fetched to be kept,
/// and not evicted, in neither place, and no second fetch starts.
///
/// A fetch runs on a thread of its own: it outlives the client whose request started it, and all
/// who wait read along as its bytes arrive. A failed fetch is forgotten, so that the next request
/// starts anew.
///
/// Safe for use by any number of threads.
final class Flights {
  private final StoredSlices stored;
  private final Fetch fetch;
  private final ConcurrentHashMap<SliceKey, FetchedSlice> flights = new ConcurrentHashMap<>();

  /// Brings a slice.
  @FunctionalInterface
  interface Fetch {
    /// Completes `slice`, and stores it if it is to be kept.
    ///
    /// @throws OriginException if it cannot be had
    void fetch(SliceKey key, FetchedSlice slice) throws OriginException;
  }

  Flights(StoredSlices stored, Fetch fetch) {
    this.stored = stored;
    this.fetch = fetch;
  }

  /// A slice from memory, or one that is on its way. Returns at once.
  ///
  /// @param length of the slice
  Found open(SliceKey key, int length) {
    while (true) {
      Slice held = stored.get(key, length);
      if (held != null) {
        return new Found(held, false);
      }
      FetchedSlice fresh = new FetchedSlice(length);
      FetchedSlice flying = flights.computeIfAbsent(key, k -> stored.has(k, length) ? null : fresh);
      if (flying == fresh) {
        Thread.ofVirtual().name("fetch").start(() -> run(key, fresh));
        return new Found(fresh, false);
      }
      if (flying != null) {
        return new Found(flying, true);
      }
    }
  }

  private void run(SliceKey key, FetchedSlice slice) {
    try {
      fetch.fetch(key, slice);
      stored.arrived(key, slice);
    } catch (OriginException e) {
      slice.fail(e);
    } catch (RuntimeException | Error e) {
      slice.fail(new OriginException(OriginException.Reason.UNAVAILABLE, e.toString(), e));
      throw e;
    } finally {
      flights.remove(key, slice);
    }
  }
}
