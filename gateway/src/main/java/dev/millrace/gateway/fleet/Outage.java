package dev.millrace.gateway.fleet;

/// That a peer is not asked, since it does not answer or is slow.
///
/// @param since by [System#nanoTime]
/// @param cause in a few words
record Outage(long since, String cause) {}
