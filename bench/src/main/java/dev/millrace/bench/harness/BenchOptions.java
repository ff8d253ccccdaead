package dev.millrace.bench.harness;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the user asked of a bench.
///
/// @param quick whether the bench must end within two minutes, at the price of rougher figures
/// @param recordings the folder for flight recordings of what was measured, or null for none
/// @param trace the file of requests to replay, or null for those that the bench makes up
public record BenchOptions(boolean quick, @Nullable Path recordings, @Nullable Path trace) {}
