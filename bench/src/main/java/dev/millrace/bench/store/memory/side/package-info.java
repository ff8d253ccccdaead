/// The caches that are compared, each behind a [dev.millrace.bench.store.memory.side.Contender].
package dev.millrace.bench.store.memory.side;
