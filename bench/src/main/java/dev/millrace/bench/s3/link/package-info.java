/// The bench `s3-link`: one large object into a file, over connections that are each slow and far.
///
/// The story is told in [dev.millrace.bench.s3.link.S3LinkBench]. The link is
/// [dev.millrace.bench.s3.link.proxy]; what is measured runs in JVMs of its own,
/// [dev.millrace.bench.s3.link.probe], with the clients of [dev.millrace.bench.s3.link.client].
package dev.millrace.bench.s3.link;
