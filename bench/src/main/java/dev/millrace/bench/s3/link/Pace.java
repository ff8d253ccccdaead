package dev.millrace.bench.s3.link;

import java.util.List;

/// How much is done.
///
/// @param rounds how many downloads count for each side and case
/// @param bytes the size of the object
/// @param cases what is measured, in this order
record Pace(int rounds, long bytes, List<LinkCase> cases) {
  static final Pace QUICK = new Pace(1, 256 << 20, LinkCase.QUICK);
  static final Pace FULL = new Pace(5, 1 << 30, LinkCase.ALL);

  /// Over one connection nothing varies, and it takes long.
  int rounds(LinkCase one) {
    return one.connections() == 1 ? 1 : rounds;
  }
}
