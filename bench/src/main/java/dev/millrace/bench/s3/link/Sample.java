package dev.millrace.bench.s3.link;

/// What one download took.
///
/// @param seconds from the call to its return
/// @param cpuSeconds the processor time of the side's process
record Sample(double seconds, double cpuSeconds) {}
