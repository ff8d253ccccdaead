package dev.millrace.bench.growth;

/// What a change of one node moves.
///
/// @param moved how many of the slices have another node than before
/// @param owned how many belong to the node that changed, before or after: fewer cannot move
/// @param stray how many moved although neither is that node
record Moves(long slices, long moved, long owned, long stray) {
  double percentMoved() {
    return 100.0 * moved / slices;
  }

  double percentOwned() {
    return 100.0 * owned / slices;
  }
}
