/// Clients of HTTP and of S3, alike to whoever measures them: each
/// [dev.millrace.bench.s3.client.Side] opens a [dev.millrace.bench.s3.client.Client], which
/// prepares a [dev.millrace.bench.s3.client.Download] for each thread, which leaves what it reads
/// in a [dev.millrace.bench.s3.client.Sink].
package dev.millrace.bench.s3.client;
