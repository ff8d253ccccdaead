package dev.millrace.cache;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The cache that stores nothing. Calls are checked as if it did, so that switching it on later
/// brings no surprises.
final class DisabledSessionCache<K, V> implements SessionCache<K, V> {
  private static final SessionCacheCounts NOTHING = new SessionCacheCounts(0, 0, 0, 0);

  @Override
  public @Nullable V get(K key) {
    requireNonNull(key);
    return null;
  }

  @Override
  public @Nullable V put(K key, V value) {
    requireNonNull(key);
    requireNonNull(value);
    return null;
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    return put(key, value);
  }

  @Override
  public @Nullable V take(K key) {
    return get(key);
  }

  @Override
  public boolean remove(K key) {
    requireNonNull(key);
    return false;
  }

  @Override
  public boolean remove(K key, V value) {
    requireNonNull(value);
    return remove(key);
  }

  @Override
  public int size() {
    return 0;
  }

  @Override
  public void clear() {}

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    requireNonNull(action);
  }

  @Override
  public int capacity() {
    return 0;
  }

  @Override
  public void capacity(int capacity) {
    Seats.checkCapacity(capacity);
  }

  @Override
  public Duration timeToLive() {
    return Duration.ZERO;
  }

  @Override
  public void timeToLive(Duration timeToLive) {
    Lifetime.nanosOf(timeToLive);
  }

  @Override
  public SessionCacheCounts counts() {
    return NOTHING;
  }
}
