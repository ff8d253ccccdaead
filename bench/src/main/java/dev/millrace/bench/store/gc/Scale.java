package dev.millrace.bench.store.gc;

import dev.millrace.bench.store.Key;

/// How much is kept, for how long it is asked for, and how large the heaps are.
///
/// @param entries how many there are, of 200 bytes each
/// @param seconds how long the requests last
/// @param mapHeap MiB of heap where entries are on it
/// @param mapYoung MiB of these that the Parallel collector has for new objects
/// @param tierHeap MiB of heap where they are not
/// @param machine MiB of memory that must be free
record Scale(int entries, int seconds, int mapHeap, int mapYoung, int tierHeap, int machine) {
  /// The bytes of a value; with the key it is 200.
  static final int VALUE = 200 - Key.LENGTH;

  /// As much heap as a machine of 24 GiB lets. Entries take up 13.5 GB of it with their headers,
  /// the map's nodes and its table. The Parallel collector would keep a third of the heap for new
  /// objects, and what is left could not hold them: it is given what does, and a tenth more.
  static final Scale FULL = new Scale(50_000_000, 60, 19 << 10, 5 << 10, 512, 21 << 10);

  static final Scale QUICK = new Scale(2_500_000, 8, 972, 256, 256, 2 << 10);

  @Override
  public String toString() {
    return "scale:   %,d entries of %d bytes, %d s of requests"
        .formatted(entries, VALUE + Key.LENGTH, seconds);
  }
}
