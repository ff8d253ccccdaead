package dev.millrace.cache;

import java.util.concurrent.atomic.AtomicLongArray;

/// The bound on the number of entries: a live entry has a seat, and there are as many seats as the
/// capacity says.
///
/// Capacity and seats taken share one word, so that no change of either can pass the other by. A
/// full cache hands seats from entry to entry without touching the word. All methods may be called
/// by any thread.
final class Seats {
  private static final int WORD = 8;

  /// One word in the middle, away from what others write.
  private final AtomicLongArray words = new AtomicLongArray(2 * WORD);

  Seats(int capacity) {
    words.set(WORD, word(checkCapacity(capacity), 0));
  }

  static int checkCapacity(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1: " + capacity);
    }
    return capacity;
  }

  private static long word(int capacity, int taken) {
    return (long) capacity << 32 | taken;
  }

  private static int capacity(long word) {
    return (int) (word >>> 32);
  }

  private static int taken(long word) {
    return (int) word;
  }

  int capacity() {
    return capacity(words.get(WORD));
  }

  int taken() {
    return taken(words.get(WORD));
  }

  /// Takes a free seat.
  ///
  /// @return how many seats are taken now, or 0 if none was free
  int take() {
    while (true) {
      long word = words.get(WORD);
      if (taken(word) >= capacity(word)) {
        return 0;
      }
      if (words.compareAndSet(WORD, word, word + 1)) {
        return taken(word) + 1;
      }
    }
  }

  /// Gives back a seat that the caller has.
  void giveBack() {
    words.getAndDecrement(WORD);
  }

  /// Takes away a seat that the caller has, for ever: capacity and seats taken go down by one.
  void removeOne() {
    words.getAndAdd(WORD, -word(1, 1));
  }

  /// Adds seats, or takes away as many free ones as there are, to come as close to the wanted
  /// capacity as that allows.
  ///
  /// @return whether the capacity is now the wanted one
  boolean resize(int wanted) {
    while (true) {
      long word = words.get(WORD);
      int capacity = Math.max(wanted, taken(word));
      if (words.compareAndSet(WORD, word, word(capacity, taken(word)))) {
        return capacity == wanted;
      }
    }
  }
}
