package dev.millrace.store.ssd;

import java.util.Optional;

/// What an SSD tier holds, and what became of what it was asked for and offered.
///
/// @param entries how many entries there are
/// @param fileBytes the bytes of all segments' files, at most the capacity
/// @param hits how often an entry was found
/// @param misses how often none was
/// @param written how many entries were written
/// @param bytesWritten the bytes that were written to the device, tables and headers included
/// @param alreadyHeld how many were offered and not written, since they were here
/// @param dropped how many were offered and not written, since they were too long, the device or
///   sealing too slow, a write failed or there is no room to write to
/// @param segmentsBegun how many segments were begun, most of them over older ones
/// @param failures what failed
/// @param sealed what became of sealing; nothing where entries are not sealed
public record SsdStats(
    long entries,
    long fileBytes,
    long hits,
    long misses,
    long written,
    long bytesWritten,
    long alreadyHeld,
    long dropped,
    long segmentsBegun,
    Failures failures,
    Optional<Sealed> sealed) {
  /// What failed since the start. Each that concerns an entry was a miss.
  ///
  /// @param wrongChecksums entries that were not what was written
  /// @param shortReads reads beyond the end of a file that was longer
  /// @param failedReads reads that failed otherwise
  /// @param failedWrites segments that were given up since a write failed
  /// @param failedAllocations new segments that the file system refused
  /// @param lostSegments segments that could not be read at the start
  public record Failures(
      long wrongChecksums,
      long shortReads,
      long failedReads,
      long failedWrites,
      long failedAllocations,
      long lostSegments) {}

  /// What became of sealing since the start.
  ///
  /// @param plainBytes the bytes of values that were sealed to be written
  /// @param sealedBytes what they came to: fewer where compression saves more than sealing adds
  /// @param unopened entries that did not open, and were misses: changed, sealed under a key that
  ///   is unknown or not to be had, holding more than the longest entry, or more than there was
  ///   memory for
  public record Sealed(long plainBytes, long sealedBytes, long unopened) {}
}
