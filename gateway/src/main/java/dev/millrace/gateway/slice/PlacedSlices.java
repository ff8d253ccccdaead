package dev.millrace.gateway.slice;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.slice.Peer.RefusedException;
import dev.millrace.s3.ObjectFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// The slices of a fleet, each of which one gateway owns, as one of its gateways sees them.
///
/// A slice that is not here is asked for at its owner, who fetches it from the origin once for the
/// whole fleet. If the owner is not there, its fallback is asked; if that is not there either, or
/// the owner is and does not give the slice, this gateway gets it from the origin itself: a fleet
/// never answers worse than no fleet. Bytes that one of them gave are kept, and the next goes on
/// where it stopped.
///
/// A peer that fails and is there is asked again, a few times.
///
/// What a peer gave is passed on, and kept here only if it is hot ([Heat]).
///
/// **Why nobody waits in a circle.** A peer answers from [Slices], which asks no peer. So whoever
/// waits for a peer waits for one that waits for its origin at most, even where two gateways have
/// different lists and each takes the other for the owner. For the same reason what arrives from
/// peers has permits of its own. Who waits for the first byte needs none yet: so a peer that waits
/// for the origin holds up nobody who asks another.
///
/// Safe for use by any number of threads.
public final class PlacedSlices implements SliceSupply {
  /// The owner of a slice, and its fallback.
  private static final int MOST_PEERS = 2;

  /// How often one that is there may fail to bring a further byte.
  private static final int MOST_FAILURES = 4;

  private final Slices here;
  private final StoredSlices stored;
  private final Peers peers;
  private final Semaphore arriving;
  private final Heat heat;
  private final Flights flights;

  /// @param here the slices of this gateway alone, and `stored` what it keeps of all
  /// @param fetches how many slices may arrive from peers at the same time
  public PlacedSlices(Slices here, StoredSlices stored, Peers peers, int fetches) {
    this.here = here;
    this.stored = stored;
    this.peers = peers;
    this.arriving = new Semaphore(fetches, true);
    this.heat = new Heat(System::nanoTime);
    this.flights = new Flights(stored, this::fetch);
  }

  @Override
  public int size() {
    return here.size();
  }

  @Override
  public Found open(ObjectName object, ObjectFacts facts, long index) {
    SliceKey key = stored.key(object, facts, index);
    int length = SliceKey.length(facts, index, size());
    Slice held = stored.get(key, length);
    if (held != null) {
      return new Found(held, false);
    }
    return peers.peer(key) == null ? here.open(key, length) : flights.open(key, length);
  }

  private void fetch(SliceKey key, FetchedSlice slice) throws OriginException {
    if (stored.read(key, slice)) {
      return;
    }
    if (fromPeers(key, slice)) {
      if (heat.add(key)) {
        stored.put(key, slice);
      }
    } else {
      fromHere(key, slice);
    }
  }

  private boolean fromPeers(SliceKey key, FetchedSlice slice) {
    for (int asked = 0; asked < MOST_PEERS; asked++) {
      Peer peer = peers.peer(key);
      if (peer == null) {
        return false;
      }
      switch (ask(peer, key, slice)) {
        case GIVEN -> {
          return true;
        }
        case REFUSED -> {
          return false;
        }
        case GONE -> {}
      }
    }
    return false;
  }

  private enum Outcome {
    GIVEN,
    REFUSED,
    GONE
  }

  private Outcome ask(Peer peer, SliceKey key, FetchedSlice slice) {
    int failures = 0;
    while (failures < MOST_FAILURES) {
      int filled = slice.available();
      @Nullable IOException failure = attempt(peer, key, slice);
      if (failure == null) {
        return Outcome.GIVEN;
      }
      if (failure instanceof RefusedException) {
        return Outcome.REFUSED;
      }
      if (!peer.answers()) {
        return Outcome.GONE;
      }
      failures = slice.available() > filled ? 0 : failures + 1;
    }
    return Outcome.REFUSED;
  }

  private @Nullable IOException attempt(Peer peer, SliceKey key, FetchedSlice slice) {
    try (InputStream in = peer.open(key, size(), slice.length(), slice.available())) {
      slice.comesFrom(Source.PEER);
      arriving.acquireUninterruptibly();
      try {
        slice.fill(in);
      } finally {
        arriving.release();
      }
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private void fromHere(SliceKey key, FetchedSlice slice) throws OriginException {
    try (OutputStream to = slice.filling()) {
      while (!slice.isComplete()) {
        Slice own = here.open(key, slice.length()).slice();
        own.await(slice.available());
        slice.comesFrom(own.source());
        own.writeTo(to, slice.available(), slice.length());
      }
    } catch (OriginException e) {
      throw e;
    } catch (IOException e) {
      throw new OriginException(
          OriginException.Reason.UNAVAILABLE, String.valueOf(e.getMessage()), e);
    }
  }
}
