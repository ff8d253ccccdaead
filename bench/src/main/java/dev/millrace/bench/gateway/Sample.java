package dev.millrace.bench.gateway;

/// What one round of load on one server yielded.
record Sample(double requestsPerSecond, double cpuMicrosPerRequest) {}
