package dev.millrace.gateway.fleet;

/// That a peer is not asked, since it does not answer or is slow.
///
/// @param since by [System#nanoTime]
/// @param cause in a few words
/// @param isSlowness whether it answers, and is slow
record Outage(long since, String cause, boolean isSlowness) {}
