package dev.millrace.store.index;

/// Where an index gets the memory that it grows into.
@FunctionalInterface
public interface PageSource {
  /// The length of every page in bytes.
  int PAGE = 64 * 1024;

  /// What [#allocate] returns where there is no memory to be had.
  long NONE = -1;

  /// The address of [#PAGE] more bytes, all zero, within the memory that the index was given; or
  /// [#NONE]. What was given is never given back.
  long allocate();
}
