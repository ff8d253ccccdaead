package dev.millrace.s3.sign;

import java.util.SortedMap;

/// A request as far as a signature covers it, in the form in which it is sent.
///
/// @param method the method, in upper case
/// @param host the value of the header Host: with the port unless it is the scheme's own
/// @param path the path, encoded, from its leading slash on
/// @param headers what is to be signed besides the host, by lower-case name
public record UnsignedRequest(
    String method,
    String host,
    String path,
    CanonicalQuery query,
    SortedMap<String, String> headers) {}
