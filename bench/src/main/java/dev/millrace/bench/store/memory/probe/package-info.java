/// The programs that measure one cache each, in JVMs that are started for it.
package dev.millrace.bench.store.memory.probe;
