package dev.millrace.gateway.http;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.s3.ObjectFacts;
import java.util.SequencedMap;

/// An answer that is decided on and not yet sent.
///
/// @param headers by name as sent; Content-Length is the body's matter
record Reply(int status, SequencedMap<String, String> headers, Body body) {
  /// What follows the headers.
  sealed interface Body {
    /// Nothing, and no length either: 304, and HEAD of what is not an object.
    record None() implements Body {}

    /// Nothing, where GET would have sent `length` bytes.
    record Omitted(long length) implements Body {}

    /// A document, which the reply owns.
    @SuppressWarnings("ArrayRecordComponent") // Replies are sent, never compared.
    record Document(byte[] bytes) implements Body {}

    /// Bytes of an object: `length` from `offset`, at least one.
    record ObjectBytes(ObjectName object, ObjectFacts facts, long offset, long length)
        implements Body {}
  }
}
