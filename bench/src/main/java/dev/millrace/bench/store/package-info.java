/// What the benches of the store have in common: keys, values, and which of them are asked for.
///
/// [dev.millrace.bench.store.memory], [dev.millrace.bench.store.field],
/// [dev.millrace.bench.store.gc] and [dev.millrace.bench.store.traces] are benches.
package dev.millrace.bench.store;
