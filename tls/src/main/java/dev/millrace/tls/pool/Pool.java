package dev.millrace.tls.pool;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Things that are dear to make, each for one user at a time.
///
/// The pool is a row of places, each for one thing or none. A thread begins to look at a place of
/// its own, so threads rarely meet; with virtual threads, of which there are many for a short time,
/// this keeps as many things as are used at once, where thread locals would keep one for each. A
/// thing that finds no place is left to the garbage collector, as is one that nobody gives back.
///
/// Safe for use by several threads, which never wait.
///
/// @param <T> what is kept, which must have forgotten its last user when it is given back
public final class Pool<T> {
  private final AtomicReferenceArray<@Nullable T> places;
  private final Supplier<T> maker;

  /// @param capacity at most how many things it keeps
  /// @param maker makes one where there is none
  public Pool(int capacity, Supplier<T> maker) {
    this.places = new AtomicReferenceArray<>(capacity);
    this.maker = maker;
  }

  /// One that is the caller's alone until it is given back, which is not a duty.
  public T take() {
    int capacity = places.length();
    for (int i = 0, place = firstPlace(); i < capacity; i++, place = next(place)) {
      if (places.getPlain(place) != null) {
        T thing = places.getAndSet(place, null);
        if (thing != null) {
          return thing;
        }
      }
    }
    return maker.get();
  }

  /// Gives one back, at most once, and not to be used any more.
  public void give(T thing) {
    int capacity = places.length();
    for (int i = 0, place = firstPlace(); i < capacity; i++, place = next(place)) {
      if (places.getPlain(place) == null && places.compareAndSet(place, null, thing)) {
        return;
      }
    }
  }

  private int firstPlace() {
    return Math.floorMod(Thread.currentThread().threadId() * 0x9E3779B9, places.length());
  }

  private int next(int place) {
    return place + 1 == places.length() ? 0 : place + 1;
  }
}
