package dev.millrace.tls.record;

/// What came out of a record.
///
/// @param type of what was in it, which in TLS 1.3 only its inside tells
/// @param length of the content in bytes, without padding
public record Opened(ContentType type, int length) {}
