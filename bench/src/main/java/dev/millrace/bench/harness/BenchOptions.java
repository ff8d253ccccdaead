package dev.millrace.bench.harness;

/// What the user asked of a bench.
///
/// @param quick whether the bench must end within two minutes, at the price of rougher figures
public record BenchOptions(boolean quick) {}
