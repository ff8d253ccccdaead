/// The programs of the JVMs that upload and download.
package dev.millrace.bench.s3.link.probe;
