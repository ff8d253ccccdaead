package dev.millrace.cache;

import static java.util.Objects.requireNonNull;

import dev.millrace.cache.Tally.Event;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The cache that holds something.
///
/// ## Purpose
///
/// TLS servers look sessions up far more often than they store them, and store them in bursts. The
/// JDK's cache does both under one lock, over which JDK-8186628 was filed; concurrent replacements
/// were turned down because they gave up the hard capacity or the order of eviction. Here both are
/// exact, and no call queues behind a lock.
///
/// ## Structure
///
/// An [Entry] is linked into two structures at once. [EntryIndex], a hash table, finds it by key;
/// [ArrivalQueue] knows how old it is. [Seats] bounds the number of entries: whoever wants an entry
/// in needs a seat. The state of the entry, one word, says whether it is live, and is the only
/// truth: index and queue may still hold what is dead, or already hold what is not yet live, and
/// everyone who meets such an entry passes it by.
///
/// A put of a new key
///
/// 1. looks whether the key has an entry; here we go on without one;
/// 2. reserves a place in the queue, and a seat: a free one or, if there is none, that of the
///    oldest entry, whose life it ends by one compare-and-set;
/// 3. puts the entry into the index, where it is live from then on, and fills the place. If another
///    put of the key came first, it leaves the place empty, gives the seat back, and begins anew;
/// 4. takes the evicted entry, if there is one, out of the index.
///
/// One put in sixteen, by the number of its place, looks for entries that have expired.
///
/// A put of a key that is there puts an heir into the index and, by one compare-and-set on the old
/// entry, ends its life in favour of the heir, which gets the seat, too; then it queues the heir. A
/// removal makes the entry leave by compare-and-set, gives the seat back, and takes the entry out
/// of queue and index. Until the seat is given back, a put that comes upon the leaving entry may
/// take it over.
///
/// ## Why it is right
///
/// *Capacity.* A live entry has a seat, no two have the same, and the word in [Seats] never counts
/// more than the capacity. A seat is in use before its entry is live, and until after its life.
///
/// *Exactly one.* The life of an entry ends by one compare-and-set, and whoever made it gets the
/// value: a taker, a put that replaces it, or the eviction.
///
/// *Order.* Places are numbers from one counter, taken during the put; polls go through them in
/// turn. If one put returns before another begins, its place is before the other's. A poll passes a
/// place by for good only if its entry is dead, or not there yet; in that case the put takes a new
/// place, which it may, for it is still under way.
///
/// *Eviction only when full.* A put evicts after it has seen every seat taken, by live entries or
/// by calls under way. Should the oldest seat belong to an entry which is leaving, it takes that
/// one and evicts nobody; and wherever it comes upon the place of an entry that is gone, it looks
/// for a free seat again. A seat that is given back between the look and the eviction comes too
/// late: to see both in one instant would take a lock, or a word that every removal and every put
/// writes.
///
/// *Linearizable by key* (Herlihy and Wing, 1990). A put of a new key takes effect when the index
/// has its entry, and a put that replaces, when the life of the old entry ends. A removal and an
/// eviction take effect when they end a life, a hit when it reads the value, a miss at an instant
/// at which the key had no live entry; [EntryIndex] says which. For all keys together, an eviction
/// is a step of its own, before the put takes effect for which it happens.
///
/// *Progress.* A thread that loses its processor holds up nobody else, but for two cases: a call
/// that finds nothing in a bin of the index which that thread is moving waits until it is moved;
/// and a put waits where as many calls are under way as the cache has seats.
///
/// ## Cost
///
/// A hit costs a walk along a chain that has one entry or two, one reading of the clock, and one
/// increment in a stripe of the thread's own. A put into a full cache costs seven atomic
/// instructions, and allocates 48 bytes for its entry and 5 for its place. On several cores the
/// bill is made out by the cache lines that wander between them, not by failing instructions: the
/// counters of the queue, its slots, the victim, which another core may have put, and two bins of
/// the index. That is why both counters of the queue share a line and are used in one breath, why
/// neighbouring places are not neighbours in memory, and why a poll leaves its slot as it was.
///
/// ## Sources
///
/// - M. Michael, M. Scott: Simple, fast, and practical non-blocking and blocking concurrent queue
///   algorithms. PODC 1996.
/// - T. Harris: A pragmatic implementation of non-blocking linked-lists. DISC 2001: death first,
///   unlinking later.
/// - A. Morrison, Y. Afek: Fast concurrent queues for x86 processors. PPoPP 2013: places by
///   fetch-and-add, with empty ones closed.
/// - N. Koval, D. Khalanskiy, D. Alistarh: CQS: a formally-verified framework for fair and
///   abortable synchronization. PLDI 2023: taking out whole segments.
final class BoundedSessionCache<K, V> implements SessionCache<K, V> {
  /// One put in so many looks for entries that have expired, as each look costs a visit to the end
  /// of the queue where no put has business otherwise.
  private static final int PUTS_PER_LOOK = 16;

  /// How many expired entries one look drops at most: more than come in between two.
  private static final int DROPS_PER_LOOK = 2 * PUTS_PER_LOOK;

  private final Seats seats;
  private final EntryIndex<K, V> index = new EntryIndex<>();
  private final ArrivalQueue<K, V> queue = new ArrivalQueue<>();
  private final Lifetime lifetime;
  private final Tally tally = new Tally();

  /// Changes of the capacity, and nothing else, wait for each other.
  private final Object resizing = new Object();

  BoundedSessionCache(int capacity, Duration timeToLive, LongSupplier nanoClock) {
    this.seats = new Seats(capacity);
    this.lifetime = new Lifetime(timeToLive, nanoClock);
  }

  @Override
  public @Nullable V get(K key) {
    int hash = EntryIndex.hash(key);
    for (Entry<K, V> entry; (entry = index.find(key, hash)) != null; ) {
      V value = entry.value();
      if (value == null) {
        continue;
      }
      if (!lifetime.isOver(entry)) {
        tally.count(Event.HIT);
        return value;
      }
      expire(entry, value);
    }
    tally.count(Event.MISS);
    return null;
  }

  @Override
  public @Nullable V take(K key) {
    V value = removeLive(key, null);
    tally.count(value == null ? Event.MISS : Event.HIT);
    return value;
  }

  @Override
  public boolean remove(K key) {
    return removeLive(key, null) != null;
  }

  @Override
  public boolean remove(K key, V value) {
    return removeLive(key, requireNonNull(value)) != null;
  }

  /// @param expected what the value must equal; null for any
  private @Nullable V removeLive(K key, @Nullable V expected) {
    int hash = EntryIndex.hash(key);
    for (Entry<K, V> entry; (entry = index.find(key, hash)) != null; ) {
      V value = entry.value();
      if (value == null) {
        continue;
      }
      if (lifetime.isOver(entry)) {
        expire(entry, value);
      } else if (expected != null && !expected.equals(value)) {
        return null;
      } else if (leave(entry, value)) {
        return value;
      }
    }
    return null;
  }

  private boolean leave(Entry<K, V> entry, V value) {
    if (!entry.leave(value)) {
      return false;
    }
    if (entry.left()) {
      seats.giveBack();
    }
    discard(entry);
    return true;
  }

  @Override
  public @Nullable V put(K key, V value) {
    int hash = EntryIndex.hash(key);
    long now = lifetime.now();
    while (true) {
      Entry<K, V> present = enter(key, hash, now, value);
      if (present == null) {
        return null;
      }
      V old = present.value();
      if (old != null && replace(present, old, Entry.heir(key, hash, now), value)) {
        return old;
      }
    }
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    int hash = EntryIndex.hash(key);
    long now = lifetime.now();
    while (true) {
      Entry<K, V> present = enter(key, hash, now, value);
      if (present == null) {
        return null;
      }
      V old = present.value();
      if (old != null) {
        return old;
      }
    }
  }

  /// Puts an entry in, unless its key has a live one, which is returned then.
  private @Nullable Entry<K, V> enter(K key, int hash, long now, V value) {
    requireNonNull(value);
    Entry<K, V> present = unexpired(index.find(key, hash), now);
    if (present != null) {
      return present;
    }
    Entry<K, V> entry = Entry.live(key, hash, now, value);
    long place = queue.reserve();
    Entry<K, V> victim = takeSeat(now);
    do {
      present = index.link(entry);
    } while (present != null && unexpired(present, now) == null);
    if (present == null) {
      enqueue(place, entry, now);
    } else {
      queue.abandon(place);
      seats.giveBack();
    }
    if (victim != null) {
      index.unlink(victim);
    }
    return present;
  }

  /// The entry, or null after dropping it if it has expired, or its life is over.
  private @Nullable Entry<K, V> unexpired(@Nullable Entry<K, V> entry, long now) {
    V value = entry == null ? null : entry.value();
    if (entry == null || value == null) {
      return null;
    }
    if (lifetime.isOver(entry, now)) {
      expire(entry, value);
      return null;
    }
    return entry;
  }

  /// Queues an entry that is live already. If its life is over meanwhile, whoever ended it may have
  /// looked for it in the queue in vain.
  private void enqueue(long place, Entry<K, V> entry, long now) {
    queue.fill(place, entry);
    if (entry.isOver()) {
      queue.remove(entry);
    }
    if (place % PUTS_PER_LOOK == 0) {
      expireOldest(now, DROPS_PER_LOOK);
    }
  }

  /// Replaces a live entry by an heir.
  ///
  /// @return false if others ended the life of the old entry; that of the heir is over then, too
  private boolean replace(Entry<K, V> old, V seen, Entry<K, V> heir, V value) {
    index.linkHeir(heir);
    if (!old.succeed(seen, heir, value)) {
      heir.giveUp();
      index.unlink(heir);
      return false;
    }
    enqueue(queue.reserve(), heir, heir.insertedAt);
    discard(old);
    old.forgetHeir();
    return true;
  }

  /// Takes a seat.
  ///
  /// @return the entry whose seat it was, which is still in the index; null if the seat was free
  private @Nullable Entry<K, V> takeSeat(long now) {
    while (true) {
      int taken = seats.take();
      if (taken > 0) {
        index.makeRoom(taken);
        return null;
      }
      Entry<K, V> victim = evictOldest(now);
      if (victim != null) {
        return victim;
      }
    }
  }

  /// Ends the life of the oldest entry; its seat is the caller's.
  ///
  /// @return the entry, which is still in the index; null if others ended its life, so that a seat
  ///   may be free again, or if all seats are with calls under way
  private @Nullable Entry<K, V> evictOldest(long now) {
    Entry<K, V> oldest = queue.poll();
    if (oldest == null) {
      if (queue.isEmpty()) {
        BriefWait.pause();
      }
      return null;
    }
    return switch (oldest.seize()) {
      case OF_LIVE -> {
        tally.count(lifetime.isOver(oldest, now) ? Event.EVICTION_BY_AGE : Event.EVICTION_BY_SIZE);
        yield oldest;
      }
      case OF_LEAVING -> oldest;
      case NOTHING -> null;
    };
  }

  /// Drops an entry that has expired.
  ///
  /// @return false if others came first
  private boolean expire(Entry<K, V> entry, V value) {
    if (!entry.end(value)) {
      return false;
    }
    tally.count(Event.EVICTION_BY_AGE);
    seats.giveBack();
    discard(entry);
    return true;
  }

  private void expireOldest(long now, int limit) {
    for (int dropped = 0; dropped < limit; dropped++) {
      Entry<K, V> oldest = queue.peek();
      if (oldest == null || !lifetime.isOver(oldest, now)) {
        return;
      }
      V value = oldest.value();
      if (value == null || !expire(oldest, value)) {
        return;
      }
    }
  }

  private void discard(Entry<K, V> entry) {
    queue.remove(entry);
    index.unlink(entry);
  }

  @Override
  public int size() {
    expireOldest(lifetime.now(), Integer.MAX_VALUE);
    return seats.taken();
  }

  @Override
  public void clear() {
    queue.forEach(entry -> {
      V value = entry.value();
      if (value != null) {
        leave(entry, value);
      }
    });
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    requireNonNull(action);
    queue.forEach(entry -> {
      V value = entry.value();
      if (value != null && !lifetime.isOver(entry)) {
        action.accept(entry.key(), value);
      }
    });
  }

  @Override
  public int capacity() {
    return seats.capacity();
  }

  @Override
  public void capacity(int capacity) {
    Seats.checkCapacity(capacity);
    synchronized (resizing) {
      while (!seats.resize(capacity)) {
        Entry<K, V> victim = evictOldest(lifetime.now());
        if (victim != null) {
          seats.removeOne();
          index.unlink(victim);
        }
      }
    }
  }

  @Override
  public Duration timeToLive() {
    return lifetime.timeToLive();
  }

  @Override
  public void timeToLive(Duration timeToLive) {
    lifetime.timeToLive(timeToLive);
  }

  @Override
  public SessionCacheCounts counts() {
    return new SessionCacheCounts(
        tally.sum(Event.HIT),
        tally.sum(Event.MISS),
        tally.sum(Event.EVICTION_BY_SIZE),
        tally.sum(Event.EVICTION_BY_AGE));
  }
}
