/// The bench `s3-download`: objects over HTTP and HTTPS, clients of S3 and of HTTP beside a bare
/// loop around a socket.
///
/// The story is told in [dev.millrace.bench.s3.S3DownloadBench]. What is measured runs in JVMs of
/// its own, [dev.millrace.bench.s3.probe]; the clients are in [dev.millrace.bench.s3.client].
package dev.millrace.bench.s3;
