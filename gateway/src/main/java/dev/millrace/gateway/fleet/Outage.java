package dev.millrace.gateway.fleet;

/// That a peer does not answer.
///
/// @param since by [System#nanoTime]
/// @param cause in a few words
record Outage(long since, String cause) {}
