package dev.millrace.store.memory;

/// Where a value lay that nobody holds. Its bytes may have been given to others since.
///
/// @param start its address
/// @param length in bytes
/// @param generation what that of its segment was, when it was there
record Glimpse(long start, int length, int segment, int generation) {}
