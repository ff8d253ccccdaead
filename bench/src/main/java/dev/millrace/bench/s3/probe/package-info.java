/// What runs in the JVM of one side: [dev.millrace.bench.s3.probe.DownloadingJvm] downloads what it
/// is told to as a [dev.millrace.bench.s3.probe.Load] and answers with a
/// [dev.millrace.bench.s3.probe.Batch].
package dev.millrace.bench.s3.probe;
