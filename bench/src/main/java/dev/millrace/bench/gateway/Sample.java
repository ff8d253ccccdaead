package dev.millrace.bench.gateway;

/// What one round of load on one server yielded.
///
/// @param perSecond requests, or handshakes
/// @param cpuMicros processor time of the server for each of them
/// @param slowestMillis the latency that 99 of 100 requests were below; 0 where it was not measured
/// @param memory of the server afterwards, in MiB
record Sample(double perSecond, double cpuMicros, double slowestMillis, double memory) {}
