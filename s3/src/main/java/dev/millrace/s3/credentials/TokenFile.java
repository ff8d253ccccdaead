package dev.millrace.s3.credentials;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// A file that somebody else keeps a token in, and replaces from time to time.
final class TokenFile {
  private static final int LONGEST = 64 << 10;

  private TokenFile() {}

  /// The content, as it is.
  static String read(Path file) throws CredentialsException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw new CredentialsException(
            "the token in " + file + " is longer than " + LONGEST + " bytes", null);
      }
      return new String(bytes, ISO_8859_1);
    } catch (CredentialsException e) {
      throw e;
    } catch (IOException e) {
      throw new CredentialsException("cannot read the token in " + file + ": " + e, e);
    }
  }

  /// Whether a header may hold `token`: visible characters and no line break.
  static boolean fitsHeader(String token) {
    return !token.isBlank() && token.chars().allMatch(c -> c >= ' ' && c < 0x7f);
  }
}
