package dev.millrace.store.ssd;

import dev.millrace.store.io.BlockFile;

/// A segment, and the file that it lies in.
///
/// Readers ask for the sequence number after they found an entry in the index: an entry of this
/// sequence is entered after it was set, and all of the sequence before are taken out first.
final class SsdSegment {
  /// The sequence number of a segment that holds nothing.
  static final long EMPTY = 0;

  private final int number;
  private final BlockFile file;
  private volatile long sequence = EMPTY;
  private volatile boolean isInUse;

  SsdSegment(int number, BlockFile file) {
    this.number = number;
    this.file = file;
  }

  /// Its number, from 1.
  int number() {
    return number;
  }

  BlockFile file() {
    return file;
  }

  /// The larger, the later it was begun.
  long sequence() {
    return sequence;
  }

  void sequence(long number) {
    sequence = number;
  }

  /// Whether it is being written, or about to be.
  boolean isInUse() {
    return isInUse;
  }

  void isInUse(boolean is) {
    isInUse = is;
  }
}
