package dev.millrace.s3.transfer;

/// What is told how far a download is, several times a second, by one thread at a time.
@FunctionalInterface
public interface Progress {
  /// The download is that far. The first call comes before a byte is fetched, the last one when the
  /// file is whole.
  ///
  /// @param done how many bytes of the object are there, those of an earlier download included
  /// @param size how many bytes the object has
  void at(long done, long size);
}
