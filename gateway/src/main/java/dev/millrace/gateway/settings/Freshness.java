package dev.millrace.gateway.settings;

import java.time.Duration;

/// How long the word of the origin on an object is believed. Both times for what is stale begin
/// where the time to live ends, as in RFC 5861.
///
/// @param timeToLive for how long facts are believed; zero asks for every request
/// @param staleWhileRevalidate for how long after that they are served while the origin is asked
///   again (RFC 5861, section 3)
/// @param staleIfError for how long after that they are served where the origin fails (section 4)
/// @param negativeTimeToLive for how long it is believed that there is no such object
public record Freshness(
    Duration timeToLive,
    Duration staleWhileRevalidate,
    Duration staleIfError,
    Duration negativeTimeToLive) {}
