package dev.millrace.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/// Percent-encoding as S3 signs it: every byte of the UTF-8 but the unreserved characters of RFC
/// 3986, section 2.3. What is sent is what is signed, so these are also the bytes on the wire.
final class UriEncoding {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private UriEncoding() {}

  /// A path, whose slashes stay as they are.
  static String path(String path) {
    return encode(path, "-._~/");
  }

  /// The name or the value of a query parameter.
  static String component(String text) {
    return encode(text, "-._~");
  }

  /// @throws IllegalArgumentException if `text` is not Unicode: has half of a surrogate pair
  private static String encode(String text, String verbatim) {
    ByteBuffer bytes;
    try {
      bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("\"" + text + "\" cannot be written in UTF-8", e);
    }
    StringBuilder encoded = new StringBuilder(bytes.remaining());
    while (bytes.hasRemaining()) {
      byte b = bytes.get();
      if (isAsciiLetterOrDigit(b) || verbatim.indexOf(b) >= 0) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX.toHexDigits(b));
      }
    }
    return encoded.toString();
  }

  private static boolean isAsciiLetterOrDigit(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');
  }
}
