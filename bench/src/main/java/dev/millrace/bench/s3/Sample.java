package dev.millrace.bench.s3;

/// What one round of one side yielded: the median time of a download, and the processor time of the
/// side's process per download.
record Sample(double micros, double cpuMicros) {}
