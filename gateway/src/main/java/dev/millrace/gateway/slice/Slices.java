package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Origin;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;

/// The slices of this gateway: from memory, from the SSD, if there is one, or from the origin, and
/// kept then. Each is fetched once however many ask ([Flights]).
///
/// Safe for use by any number of threads.
public final class Slices implements SliceSupply, AutoCloseable {
  private final Origin origin;
  private final StoredSlices stored;
  private final Retry retry;
  private final int size;
  private final Semaphore fetches;
  private final Flights flights;

  /// @param size the length in bytes of every slice but an object's last
  /// @param fetches how many slices may be on their way from the origin at the same time
  public Slices(Origin origin, StoredSlices stored, Retry retry, int size, int fetches) {
    this.origin = origin;
    this.stored = stored;
    this.retry = retry;
    this.size = size;
    this.fetches = new Semaphore(fetches, true);
    this.flights = new Flights(stored, this::fetch);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Found open(ObjectName object, ObjectFacts facts, long index) {
    return open(stored.key(object, facts, index), SliceKey.length(facts, index, size));
  }

  /// These slices, none of a generation before that one.
  public SliceSupply since(long generation) {
    return generation == 0 ? this : new SlicesSince(this, stored, generation);
  }

  /// As the other [#open], for those who know how long the slice is.
  Found open(SliceKey key, int length) {
    return flights.open(key, length);
  }

  /// Gives back what the tiers hold. Slices that are on their way or being read are not affected.
  @Override
  public void close() {
    stored.close();
  }

  private void fetch(SliceKey key, FetchedSlice slice) throws OriginException {
    if (!stored.read(key, slice)) {
      retry.call(() -> fill(key, slice));
      stored.put(key, slice);
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
