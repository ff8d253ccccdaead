package dev.millrace.gateway.http;

/// How many connections of clients there are, and how many were turned away before they asked for
/// anything, since the start.
///
/// @param open that count now towards what there may be
/// @param full as there were as many as there may be in all
/// @param fullForAddress as there were as many as there may be from one address
/// @param late as no request was complete in time, the TLS handshake included
public record ConnectionCounts(int open, long full, long fullForAddress, long late) {}
