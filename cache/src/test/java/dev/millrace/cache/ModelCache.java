package dev.millrace.cache;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// What a [SessionCache] does, in the fewest words: the reference for one caller whose clock never
/// steps back.
final class ModelCache<K> {
  private record Held(int value, long since) {}

  private final ManualClock clock;
  private final SequencedMap<K, Held> held = new LinkedHashMap<>();
  private int capacity;
  private long timeToLive;
  private long hits;
  private long misses;
  private long bySize;
  private long byAge;

  ModelCache(int capacity, long timeToLive, ManualClock clock) {
    this.capacity = capacity;
    this.timeToLive = timeToLive;
    this.clock = clock;
  }

  @Nullable Integer get(K key) {
    return counted(peek(key));
  }

  @Nullable Integer take(K key) {
    return counted(removed(key));
  }

  boolean remove(K key) {
    return removed(key) != null;
  }

  boolean remove(K key, Integer value) {
    return value.equals(peek(key)) && remove(key);
  }

  @Nullable Integer put(K key, int value) {
    Integer old = removed(key);
    while (old == null && held.size() >= capacity) {
      evictOldest();
    }
    held.putLast(key, new Held(value, clock.getAsLong()));
    return old;
  }

  @Nullable Integer putIfAbsent(K key, int value) {
    Integer old = peek(key);
    return old == null ? put(key, value) : old;
  }

  void clear() {
    held.clear();
  }

  void capacity(int wanted) {
    dropExpired();
    while (held.size() > wanted) {
      evictOldest();
    }
    capacity = wanted;
  }

  void timeToLive(long nanos) {
    dropExpired();
    timeToLive = nanos;
  }

  int size() {
    dropExpired();
    return held.size();
  }

  /// Keys with values, oldest first.
  SequencedMap<K, Integer> content() {
    dropExpired();
    SequencedMap<K, Integer> content = new LinkedHashMap<>();
    held.forEach((key, entry) -> content.put(key, entry.value));
    return content;
  }

  /// As if all that has expired had been dropped.
  SessionCacheCounts counts() {
    dropExpired();
    return new SessionCacheCounts(hits, misses, bySize, byAge);
  }

  private @Nullable Integer peek(K key) {
    dropExpired();
    Held entry = held.get(key);
    return entry == null ? null : (Integer) entry.value;
  }

  private @Nullable Integer removed(K key) {
    dropExpired();
    Held entry = held.remove(key);
    return entry == null ? null : (Integer) entry.value;
  }

  private @Nullable Integer counted(@Nullable Integer found) {
    if (found == null) {
      misses++;
    } else {
      hits++;
    }
    return found;
  }

  private void evictOldest() {
    held.pollFirstEntry();
    bySize++;
  }

  private void dropExpired() {
    for (Map.Entry<K, Held> oldest;
        (oldest = held.firstEntry()) != null
            && clock.getAsLong() - oldest.getValue().since >= timeToLive; ) {
      held.pollFirstEntry();
      byAge++;
    }
  }
}
