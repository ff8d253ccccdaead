package dev.millrace.cache;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Keys whose hash codes are equal, and how often they were compared.
sealed interface CollidingKey {
  LongAdder COMPARISONS = new LongAdder();

  int id();

  private static boolean same(CollidingKey one, @Nullable Object other) {
    COMPARISONS.increment();
    return other instanceof CollidingKey key
        && key.getClass() == one.getClass()
        && key.id() == one.id();
  }

  /// Without an order, which hash maps could make use of.
  record Plain(int id) implements CollidingKey {
    @Override
    public boolean equals(@Nullable Object other) {
      return same(this, other);
    }

    @Override
    public int hashCode() {
      return 42;
    }
  }

  /// With an order.
  record Ordered(int id) implements CollidingKey, Comparable<Ordered> {
    @Override
    public boolean equals(@Nullable Object other) {
      return same(this, other);
    }

    @Override
    public int hashCode() {
      return 42;
    }

    @Override
    public int compareTo(Ordered other) {
      COMPARISONS.increment();
      return Integer.compare(id, other.id);
    }
  }
}
