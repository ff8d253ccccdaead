package dev.millrace.s3.sign;

import java.util.Map;
import java.util.SortedMap;

/// A request as a server received it, as far as a signature can cover it.
///
/// @param method the method, in upper case
/// @param path the path, decoded
/// @param parameters the parameters of the query, decoded. None may have been there twice: which of
///   two was meant is not for a signature to tell.
/// @param headers all headers by lower-case name, `host` among them (with HTTP/2, of `:authority`);
///   the lines of one name joined by commas
public record ReceivedRequest(
    String method,
    String path,
    Map<String, String> parameters,
    SortedMap<String, String> headers) {}
