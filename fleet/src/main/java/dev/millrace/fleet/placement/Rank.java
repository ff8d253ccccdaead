package dev.millrace.fleet.placement;

/// A member's place in the ranking of a key.
///
/// @param score what the ranking is by, more than 0; members score alike on average where they
///   weigh alike, and a member wins a share of all keys that is in proportion to its weight
public record Rank<T>(T member, double weight, double score) {}
