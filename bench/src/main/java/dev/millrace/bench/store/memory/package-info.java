/// `millrace bench store-memory`: the memory tier beside caches on and off the heap.
///
/// [dev.millrace.bench.store.memory.side] has the caches, and
/// [dev.millrace.bench.store.memory.probe] what runs in a JVM of their own.
package dev.millrace.bench.store.memory;
