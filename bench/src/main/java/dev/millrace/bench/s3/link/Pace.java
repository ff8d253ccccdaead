package dev.millrace.bench.s3.link;

/// How much is done.
///
/// @param rounds how many downloads count for each side and case
/// @param bytes the size of the object
record Pace(int rounds, long bytes) {
  static final Pace QUICK = new Pace(1, 256 << 20);
  static final Pace FULL = new Pace(5, 1 << 30);

  /// Over one connection nothing varies, and it takes long.
  int rounds(LinkCase one) {
    return one.connections() == 1 ? 1 : rounds;
  }
}
