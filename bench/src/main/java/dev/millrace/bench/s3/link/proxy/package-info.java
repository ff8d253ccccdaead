/// A link between two machines, played on one: a TCP proxy that holds bytes back for as long as
/// they would have been on their way.
///
/// [dev.millrace.bench.s3.link.proxy.DelayingProxy] tells how; it runs in a JVM of its own,
/// [dev.millrace.bench.s3.link.proxy.ProxyJvm].
package dev.millrace.bench.s3.link.proxy;
