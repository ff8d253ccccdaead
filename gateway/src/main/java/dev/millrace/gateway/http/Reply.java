package dev.millrace.gateway.http;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.SealedSlices;
import dev.millrace.s3.ObjectFacts;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.List;

/// An answer that is decided on and not yet sent.
///
/// @param headers all but Content-Length, which is the body's matter
record Reply(int status, List<Header> headers, Body body) {
  /// The type of every document that the gateway makes.
  static final Header XML = HeaderValues.create(HeaderNames.CONTENT_TYPE, "application/xml");

  static final Header TEXT =
      HeaderValues.create(HeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8");

  /// What follows the headers.
  sealed interface Body {
    /// Nothing: 304, and HEAD of what is not an object.
    record None() implements Body {}

    /// Nothing, where GET would have sent `length` bytes.
    record Omitted(long length) implements Body {}

    /// A document, which the reply owns.
    @SuppressWarnings("ArrayRecordComponent") // Replies are sent, never compared.
    record Document(byte[] bytes) implements Body {}

    /// Bytes of an object: `length` from `offset`, at least one.
    record ObjectBytes(ObjectName object, ObjectFacts facts, long offset, long length)
        implements Body {}

    /// The slices of an object from `first` to `last`, both included, sealed.
    record Sealed(SealedSlices slices, ObjectName object, ObjectFacts facts, long first, long last)
        implements Body {}
  }
}
