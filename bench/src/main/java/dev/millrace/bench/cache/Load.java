package dev.millrace.bench.cache;

import dev.millrace.bench.harness.Better;

/// What one side is measured at, in a JVM of its own.
sealed interface Load {
  /// The sessions that JSSE's own bench of its cache holds.
  int SMALL = 1000;

  /// How many keys are there to be taken, and how much room there is.
  int TICKETS = 1000;

  int TICKET_ROOM = 2048;

  String unit();

  Better better();

  /// Calls per microsecond, of all threads together.
  ///
  /// @param operation the method of [CacheLoad]
  /// @param span how many keys there are to choose from; 0 for a new one each time
  record Throughput(
      Side side, Keys keys, String operation, int capacity, int span, boolean expiry, int threads)
      implements Load {
    @Override
    public String unit() {
      return "ops/us";
    }

    @Override
    public Better better() {
      return Better.HIGHER;
    }
  }

  /// Heap that a full cache retains, by entry, without keys and values.
  record Footprint(Side side, int capacity) implements Load {
    @Override
    public String unit() {
      return "B/entry";
    }

    @Override
    public Better better() {
      return Better.LOWER;
    }
  }

  /// Lookups of which so many in a hundred find something, and puts of what the others miss.
  static Load hit(Side side, Keys keys, int percent, int threads) {
    return percent == 0
        ? new Throughput(side, keys, "miss", SMALL, 0, true, threads)
        : new Throughput(side, keys, "lookup", SMALL, SMALL * 100 / percent, true, threads);
  }

  /// Puts of new keys into a full cache.
  static Load put(Side side, Keys keys, int capacity, boolean expiry, int threads) {
    return new Throughput(side, keys, "put", capacity, 0, expiry, threads);
  }

  /// Single-use tickets: each is taken and put again.
  static Load churn(Side side, Keys keys, int threads) {
    return new Throughput(side, keys, "churn", TICKET_ROOM, TICKETS, true, threads);
  }
}
