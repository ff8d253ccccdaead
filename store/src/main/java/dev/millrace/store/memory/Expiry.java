package dev.millrace.store.memory;

/// Groups of lifetimes, so that entries which end at about the same time lie in the same segments.
///
/// A group is a quarter of an octave: lifetimes from `t` to `1.25 t` or less; the first group holds
/// all up to some 1.3 seconds. A segment takes entries for an eighth of its group's longest
/// lifetime, then no more. So what has expired waits for the last of its segment, and takes up
/// memory, for little more than a third of its lifetime.
///
/// Within a segment, the end of an entry is told in ticks, of which 65,535 make up the longest
/// lifetime and that eighth. It is rounded down: an entry ends up to a tick early, never late.
final class Expiry {
  /// The group of entries that never expire.
  static final int NEVER = 0;

  /// The lifetime of an entry that never expires, and of all that would live for longer than 73
  /// years.
  static final long FOREVER = 1L << 61;

  private static final int QUARTER_BITS = 2;
  private static final int QUARTERS = 1 << QUARTER_BITS;

  /// Lifetimes below 2 to this power share the first group.
  private static final int SHORTEST_OCTAVE = 30;

  /// How many groups there are.
  static final int GROUPS = group(FOREVER - 1) + 1;

  private Expiry() {}

  /// The group of a lifetime in nanoseconds, which is not negative.
  static int group(long lifetime) {
    if (lifetime >= FOREVER) {
      return NEVER;
    }
    long atLeast = Math.max(lifetime, 1L << SHORTEST_OCTAVE);
    int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(atLeast);
    int quarter = (int) (atLeast >>> (octave - QUARTER_BITS)) & (QUARTERS - 1);
    return 1 + (octave - SHORTEST_OCTAVE) * QUARTERS + quarter;
  }

  /// The longest lifetime in a group, in nanoseconds.
  static long longest(int group) {
    long quarters = (long) QUARTERS + (group & (QUARTERS - 1));
    return quarters << (SHORTEST_OCTAVE - QUARTER_BITS + (group >> QUARTER_BITS));
  }

  /// For how long a segment of a group takes entries, in nanoseconds.
  static long openFor(int group) {
    return longest(group) / 8;
  }

  /// The tick of the segments of a group, in nanoseconds.
  static long tick(int group) {
    return (longest(group) + openFor(group)) / EntryFormat.LONGEST_EXPIRY + 1;
  }
}
