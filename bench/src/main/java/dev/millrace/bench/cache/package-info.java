/// The bench `session-cache`: our cache of TLS sessions against the JDK's own and others.
///
/// [dev.millrace.bench.cache.SessionCacheBench] goes through the comparisons of a
/// [dev.millrace.bench.cache.Schedule] and has each side measured in JVMs of its own, where
/// [dev.millrace.bench.cache.CacheLoad] or [dev.millrace.bench.cache.FootprintProbe] puts it to
/// work.
package dev.millrace.bench.cache;
