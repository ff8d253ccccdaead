/// What the benches of the store have in common: keys, values, and which of them are asked for.
///
/// [dev.millrace.bench.store.memory], [dev.millrace.bench.store.field] and
/// [dev.millrace.bench.store.gc] are benches.
package dev.millrace.bench.store;
