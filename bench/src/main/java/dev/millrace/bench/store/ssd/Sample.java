package dev.millrace.bench.store.ssd;

/// What one round of one side yielded.
///
/// @param readsPerSecond how many reads ended in a second
/// @param cpuMicros user and system time for each, in microseconds
record Sample(double readsPerSecond, double cpuMicros) {}
