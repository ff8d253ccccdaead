/// The benches `tls-…`: our TLS beside that of the JDK, of Conscrypt and of netty-tcnative.
///
/// A bench goes through the comparisons of its schedule. Each side has a
/// [dev.millrace.bench.tls.SideJvm] to itself, a JVM of its own that stays up for the whole run,
/// and the sides take turns in a [dev.millrace.bench.tls.Laboratory].
package dev.millrace.bench.tls;
