/// Ours, the libraries and the remedies that placements are compared of.
package dev.millrace.bench.placement.side;
