package dev.millrace.cache;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A map with a hard capacity, first-in first-out eviction and one time to live for all entries:
/// what TLS sessions are kept in.
///
/// **Capacity.** [#size] never exceeds [#capacity], not for an instant, and neither does the number
/// of entries that other threads can see. A put of a new key into a full cache first evicts the
/// oldest entry. No live entry is evicted otherwise: not early, and not because of entries that
/// were taken or removed.
///
/// **Order.** The oldest entry is the one whose put came first. A put of a key that is there
/// already replaces the entry and counts as new; a lookup changes nothing. Puts that overlap in
/// time come in either order.
///
/// **Expiry.** An entry lives for less than the time to live, counted from its put; what has
/// expired is never returned. As all entries live equally long, the oldest is the first to expire,
/// and nothing ever scans the cache to find it: each call drops the expired entry of its key, and
/// one put in sixteen up to 32 others. So expired entries may occupy room for a while, but where
/// room is needed they go first.
///
/// **Time** comes from [System#nanoTime] unless a clock is given. Its readings may wrap around,
/// stand still or step back; an entry is then as old as their difference says, but never younger
/// than 0.
///
/// **Threads.** Any number of threads may call any method. Calls for one key are linearizable: each
/// takes effect at one instant between its call and its return, and of many callers of [#take] or
/// of the removals, exactly one gets an entry. A call under way may hold room: an entry that is
/// being put counts from before others can see it, and one that is being taken until [#take]
/// returns. So a put evicts if it found the cache full at some instant, even if room was made
/// since, and if several puts of one new key overlap, each may have made room. [#forEach] and
/// [#clear] are weakly consistent.
///
/// **Memory** is in proportion to the entries held, not to the capacity. Of the index, the room for
/// the largest number of entries ever held stays, at 4 to 11 bytes each.
///
/// Keys need `equals` and `hashCode` as in any hash map; many keys with equal hashes cost what they
/// cost in a [java.util.concurrent.ConcurrentHashMap]. No method takes null, and each throws
/// [NullPointerException] if it gets one.
///
/// @param <K> the type of keys, such as session ids
/// @param <V> the type of values, such as sessions
public sealed interface SessionCache<K, V> permits BoundedSessionCache, DisabledSessionCache {

  /// An empty cache.
  ///
  /// @param capacity the largest number of entries, at least 1
  /// @param timeToLive how long entries live, more than 0; 292 years or more, such as the duration
  ///   of [java.time.temporal.ChronoUnit#FOREVER], means for ever
  /// @throws IllegalArgumentException if either is out of range
  static <K, V> SessionCache<K, V> bounded(int capacity, Duration timeToLive) {
    return bounded(capacity, timeToLive, System::nanoTime);
  }

  /// An empty cache with a clock of its own.
  ///
  /// @param capacity the largest number of entries, at least 1
  /// @param timeToLive how long entries live, more than 0; 292 years or more means for ever
  /// @param nanoClock nanoseconds from any origin, as [System#nanoTime] counts them; called by many
  ///   threads at once
  /// @throws IllegalArgumentException if capacity or time to live is out of range
  static <K, V> SessionCache<K, V> bounded(
      int capacity, Duration timeToLive, LongSupplier nanoClock) {
    return new BoundedSessionCache<>(capacity, timeToLive, nanoClock);
  }

  /// A cache that stores nothing: every put is forgotten, every lookup finds nothing, size and
  /// capacity are 0. The switch that JDK-8186628 asked for.
  static <K, V> SessionCache<K, V> disabled() {
    return new DisabledSessionCache<>();
  }

  /// The value of a key, or null if there is none or it has expired. Counts a hit or a miss.
  @Nullable V get(K key);

  /// Stores a value, as the newest entry; evicts the oldest entry if the key is new and the cache
  /// is full.
  ///
  /// @return the value that was replaced, or null if there was none
  @Nullable V put(K key, V value);

  /// Stores a value as [#put] does, but only if the key has no value.
  ///
  /// @return the value that the key has already, which stays as old as it is, or null if the given
  ///   one was stored
  @Nullable V putIfAbsent(K key, V value);

  /// Removes an entry and returns its value, or null if there is none or it has expired. Of many
  /// callers at once exactly one gets the value: what single-use tickets need (RFC 8446, section
  /// 8.1). Counts a hit or a miss.
  @Nullable V take(K key);

  /// Removes the entry of a key.
  ///
  /// @return whether this call removed a live entry
  boolean remove(K key);

  /// Removes the entry of a key if its value equals the given one.
  ///
  /// @return whether this call removed a live entry
  boolean remove(K key, V value);

  /// The number of entries, after dropping what has expired; takes time in proportion to the number
  /// that it drops, each entry being dropped once. While other calls are under way, the entries
  /// that they put or take may count; and of entries whose puts overlapped, one that has expired
  /// may count until the others have.
  int size();

  /// Removes all entries that were there when the call began. They count as neither hits nor
  /// evictions.
  void clear();

  /// Calls back for every live entry, the oldest first. Entries that come or go meanwhile may be
  /// seen or not, and a key whose value is replaced meanwhile may be seen with both. Counts
  /// nothing.
  void forEach(BiConsumer<? super K, ? super V> action);

  /// The largest number of entries; 0 if disabled.
  int capacity();

  /// Changes the capacity. Where more entries are held, the oldest are evicted before this returns,
  /// and the capacity goes down with them one by one. A disabled cache stays disabled.
  ///
  /// @param capacity at least 1
  /// @throws IllegalArgumentException if it is less than 1
  void capacity(int capacity);

  /// How long entries live: at most 292 years, which stand for ever; zero if disabled.
  Duration timeToLive();

  /// Changes how long entries live, for those already there too: they keep the time of their put. A
  /// disabled cache stays disabled.
  ///
  /// @param timeToLive more than 0; 292 years or more means for ever
  /// @throws IllegalArgumentException if it is zero or negative
  void timeToLive(Duration timeToLive);

  /// What was counted since the cache was made: exactly, as far as calls have returned. A disabled
  /// cache counts nothing.
  SessionCacheCounts counts();
}
