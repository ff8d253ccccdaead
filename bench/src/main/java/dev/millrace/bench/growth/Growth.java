package dev.millrace.bench.growth;

import dev.millrace.bench.harness.Spread;
import java.util.List;

/// What one fleet came to.
///
/// @param slices of which the load is
/// @param fallbacks the slices of a lost node, by auxiliary node, of tiers of 2 and more
/// @param nanos of one placement
/// @param bytes of heap that the placement keeps
record Growth(
    int nodes,
    long slices,
    Load load,
    Moves join,
    Moves leave,
    List<long[]> fallbacks,
    Spread nanos,
    double bytes) {}
