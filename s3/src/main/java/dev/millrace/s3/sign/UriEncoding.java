package dev.millrace.s3.sign;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/// Percent-encoding as S3 signs it: every byte of the UTF-8 but the unreserved characters of RFC
/// 3986, section 2.3. What is sent is what is signed, so these are also the bytes on the wire.
public final class UriEncoding {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private UriEncoding() {}

  /// A path, whose slashes stay as they are.
  ///
  /// @throws IllegalArgumentException if `path` is not Unicode: has half of a surrogate pair
  public static String path(String path) {
    return encode(path, "-._~/");
  }

  /// The name or the value of a query parameter.
  ///
  /// @throws IllegalArgumentException if `text` is not Unicode: has half of a surrogate pair
  public static String component(String text) {
    return encode(text, "-._~");
  }

  private static String encode(String text, String verbatim) {
    for (int i = 0; i < text.length(); i++) {
      if (!isVerbatim(text.charAt(i), verbatim)) {
        return encode(text, i, verbatim);
      }
    }
    return text;
  }

  /// @param from how many characters stay as they are, at least
  private static String encode(String text, int from, String verbatim) {
    ByteBuffer bytes;
    try {
      bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(text, from, text.length()));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("\"" + text + "\" cannot be written in UTF-8", e);
    }
    StringBuilder encoded = new StringBuilder(text.length() + 2 * bytes.remaining());
    encoded.append(text, 0, from);
    while (bytes.hasRemaining()) {
      byte b = bytes.get();
      if (b >= 0 && isVerbatim((char) b, verbatim)) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX.toHexDigits(b));
      }
    }
    return encoded.toString();
  }

  private static boolean isVerbatim(char c, String others) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || others.indexOf(c) >= 0;
  }
}
