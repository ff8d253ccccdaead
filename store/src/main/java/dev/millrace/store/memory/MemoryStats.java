package dev.millrace.store.memory;

/// What a memory tier holds, and what became of what it held.
///
/// @param entries how many entries there are, those included that have expired since a segment was
///   last wanted
/// @param bytes the memory in use, at most the capacity: that of whole segments, the index included
/// @param beingRead how many segments hold nothing but what views are still open on
/// @param evicted how many entries were evicted
/// @param expired how many entries were freed after their time
/// @param bytesMoved the bytes of entries that were copied because they were worth keeping
public record MemoryStats(
    long entries, long bytes, int beingRead, long evicted, long expired, long bytesMoved) {}
