package dev.millrace.gateway.http;

import dev.millrace.gateway.http.S3Error.Code;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Percent-encoding of URIs (RFC 3986, section 2.1), read strictly: what is not well-formed, or not
/// UTF-8 once decoded, is refused, so that a key has one meaning.
final class PercentEncoding {
  private PercentEncoding() {}

  static String decode(String encoded) throws S3Error {
    if (encoded.indexOf('%') < 0) {
      return encoded;
    }
    ByteBuffer bytes = ByteBuffer.wrap(encoded.getBytes(StandardCharsets.UTF_8));
    ByteBuffer decoded = ByteBuffer.allocate(bytes.remaining());
    while (bytes.hasRemaining()) {
      byte b = bytes.get();
      decoded.put(b == '%' ? octet(bytes) : b);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException _) {
      throw new S3Error(Code.INVALID_URI, "The URI is not UTF-8 once decoded.");
    }
  }

  private static byte octet(ByteBuffer bytes) throws S3Error {
    int high = bytes.hasRemaining() ? Character.digit(bytes.get(), 16) : -1;
    int low = bytes.hasRemaining() ? Character.digit(bytes.get(), 16) : -1;
    if (high < 0 || low < 0) {
      throw new S3Error(Code.INVALID_URI, "A percent sign must be followed by two hex digits.");
    }
    return (byte) (high << 4 | low);
  }
}
