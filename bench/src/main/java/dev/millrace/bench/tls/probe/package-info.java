/// What runs in the JVM of one side: [dev.millrace.bench.tls.probe.MeasuredJvm] is its program,
/// which is told a [dev.millrace.bench.tls.probe.Load], keeps a
/// [dev.millrace.bench.tls.probe.Probe] for it and gives its [dev.millrace.bench.tls.probe.Answer].
package dev.millrace.bench.tls.probe;
