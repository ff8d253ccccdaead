/// The bench `gateway`: cached objects over TLS 1.3, ours against nginx, and against Varnish behind
/// hitch.
///
/// The story is told in [dev.millrace.bench.gateway.GatewayBench]; the other types are its actors:
/// the servers, the load, the objects and the certificate they share.
package dev.millrace.bench.gateway;
