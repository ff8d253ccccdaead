package dev.millrace.cache;

/// What a [SessionCache] has counted since it was made. Entries that were replaced, taken, removed
/// or cleared count as neither kind of eviction.
///
/// @param hits calls of `get` and `take` that found a live entry
/// @param misses calls of `get` and `take` that found none
/// @param evictionsBySize live entries that had to make room, for newer ones or for a smaller
///   capacity
/// @param evictionsByAge entries that were dropped because they had expired
public record SessionCacheCounts(
    long hits, long misses, long evictionsBySize, long evictionsByAge) {}
