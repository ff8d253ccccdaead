package dev.millrace.fleet;

/// Which of the two groups of a fleet a node is in.
public enum Tier {
  /// Keys live here.
  MAIN(0x6D61_696E_2074_6965L),

  /// Takes the keys of nodes of the main tier that are not available.
  AUXILIARY(0x6175_7869_6C69_6172L);

  private final long seed;

  Tier(long seed) {
    this.seed = seed;
  }

  /// What the tier's placement is seeded with. It is part of what all nodes of a fleet must agree
  /// on, and never changes.
  public long seed() {
    return seed;
  }
}
