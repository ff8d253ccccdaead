package dev.millrace.gateway.origin;

import java.time.Duration;

/// For how long a [FactsCache] serves what it knows.
///
/// @param fresh without asking the origin; zero asks for every request
/// @param whileRevalidate after that, while the origin is asked
/// @param ifError after `fresh` too, where the origin fails
/// @param absent that there is no such object
public record Lifetimes(
    Duration fresh, Duration whileRevalidate, Duration ifError, Duration absent) {}
