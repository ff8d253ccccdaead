package dev.millrace.bench.store.traces;

/// Ours and the peer that is measured as it is, not simulated.
enum Side {
  MILLRACE,
  CAFFEINE;

  /// An empty cache.
  Contender open(Room room) {
    return switch (this) {
      case MILLRACE -> MillraceContender.open(room);
      case CAFFEINE -> CaffeineContender.open(room);
    };
  }
}
