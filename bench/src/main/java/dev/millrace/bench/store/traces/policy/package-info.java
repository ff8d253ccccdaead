/// Policies of eviction, simulated: which of a trace's requests a cache would answer that keeps so
/// many entries, whatever its structure costs and however long it takes.
///
/// All implement [dev.millrace.bench.store.traces.policy.Policy], for one thread, and are held
/// against sequences worked out by hand in their tests.
package dev.millrace.bench.store.traces.policy;
