/// The bench `store-traces`: which requests the memory tier answers itself, beside other caches.
///
/// A [dev.millrace.bench.store.traces.Trace] of requests, drawn from a
/// [dev.millrace.bench.store.traces.Pattern] or read from a file, is replayed against each
/// [dev.millrace.bench.store.traces.Side] and against the simulated policies of
/// [dev.millrace.bench.store.traces.policy], all of which have the same
/// [dev.millrace.bench.store.traces.Room].
package dev.millrace.bench.store.traces;
