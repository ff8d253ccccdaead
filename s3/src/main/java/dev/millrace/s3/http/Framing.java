package dev.millrace.s3.http;

import java.net.ProtocolException;
import org.jspecify.annotations.Nullable;

/// Where the body of an answer ends (RFC 9112, section 6.3).
sealed interface Framing {
  /// After that many bytes, perhaps none.
  record Length(long bytes) implements Framing {}

  /// With the last chunk.
  record Chunks() implements Framing {}

  /// With the connection.
  record UntilClose() implements Framing {}

  /// The framing that `head` announces for the answer to `request`.
  ///
  /// @throws ProtocolException where the head gives more than one answer: a length twice, or a
  ///   length and chunks
  static Framing of(HttpRequest request, ResponseHead head) throws ProtocolException {
    String coding = head.headers().joined("transfer-encoding");
    @Nullable Length length = length(head.headers());
    if (coding != null && length != null) {
      throw new ProtocolException("the answer has both a length and a transfer coding");
    }
    if (request.isHead() || head.status() == 204 || head.status() == 304) {
      return new Length(0);
    }
    if (coding != null) {
      if (!coding.equalsIgnoreCase("chunked")) {
        throw new ProtocolException("the answer has an unknown transfer coding");
      }
      return new Chunks();
    }
    return length == null ? new UntilClose() : length;
  }

  private static @Nullable Length length(Headers headers) throws ProtocolException {
    Length length = null;
    for (Header header : headers) {
      if (header.isNamed("content-length")) {
        long bytes = Grammar.decimal(header.value());
        if (bytes < 0 || (length != null && length.bytes() != bytes)) {
          throw new ProtocolException("the answer's Content-Length makes no sense");
        }
        length = new Length(bytes);
      }
    }
    return length;
  }
}
