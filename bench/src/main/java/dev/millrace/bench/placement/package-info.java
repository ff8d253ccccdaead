/// `placement`: how long it takes to place keys on nodes, and whether the keys of one node of one
/// tier spread over the nodes of another.
package dev.millrace.bench.placement;
