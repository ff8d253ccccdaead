/// Downloads of an object into a file, alike to whoever measures them: each
/// [dev.millrace.bench.s3.link.client.Side] opens a
/// [dev.millrace.bench.s3.link.client.FileDownload].
package dev.millrace.bench.s3.link.client;
