package dev.millrace.gateway.http;

/// How many connections were turned away before they asked for anything, since the start.
///
/// @param full as there were as many as there may be in all
/// @param fullForAddress as there were as many as there may be from one address
/// @param late as no request was complete in time, the TLS handshake included
public record ConnectionRefusals(long full, long fullForAddress, long late) {}
