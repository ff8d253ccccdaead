/// What the benches of the store have in common: the keys that are asked for.
package dev.millrace.bench.store;
