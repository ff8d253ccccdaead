package dev.millrace.store.io;

import java.util.List;

/// What was read and written since the start.
///
/// @param systemCalls how many calls the engine made for it
/// @param depths how many operations are under way now, or wait for that, queue by queue
public record IoStats(Operations reads, Operations writes, long systemCalls, List<Long> depths) {
  /// Reads, or writes.
  ///
  /// @param count how many the device was asked for, those that failed included
  /// @param errors how many failed; a short one is none
  /// @param queued from the request until it is handed to the system
  /// @param device from there until its end is seen
  /// @param delivered from there until whoever asked runs again
  /// @param total from the request until whoever asked runs again
  public record Operations(
      long count,
      long bytes,
      long errors,
      Latency queued,
      Latency device,
      Latency delivered,
      Latency total) {}

  /// How long a stage took, in nanoseconds, at most a 32nd above the truth; `max` is exact.
  ///
  /// @param count how many times were measured
  public record Latency(long count, long p50, long p99, long p999, long max) {}
}
