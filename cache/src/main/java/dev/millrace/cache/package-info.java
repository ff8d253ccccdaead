/// Bounded, expiring caches for live objects such as TLS sessions.
///
/// [dev.millrace.cache.SessionCache] is all there is to use. Behind it, a cache is three parts:
/// `Seats` counts who may be in, `EntryIndex` finds an entry by its key, and `ArrivalQueue` keeps
/// entries in the order in which they came. `BoundedSessionCache` says how they work together.
package dev.millrace.cache;
