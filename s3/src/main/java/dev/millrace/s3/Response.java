package dev.millrace.s3;

import java.util.Map;

/// What a service says to a request that it has done.
///
/// @param headers by lower-case name, namesakes joined (RFC 9110, section 5.3)
/// @param body the whole of it, the receiver's own
@SuppressWarnings("ArrayRecordComponent") // Responses are read, never compared.
public record Response(int status, Map<String, String> headers, byte[] body) {}
