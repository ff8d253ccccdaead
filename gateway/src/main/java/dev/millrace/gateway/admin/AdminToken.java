package dev.millrace.gateway.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.Set;
import java.util.regex.Pattern;

/// The secret of those who may change something through the admin port.
public final class AdminToken {
  private static final int SHORTEST = 16;
  private static final int LONGEST = 1024;

  /// RFC 6750, section 2.1: `b68token`. https://www.rfc-editor.org/rfc/rfc6750#section-2.1
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  private static final Set<PosixFilePermission> OF_OTHERS =
      Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

  private static final String SCHEME = "Bearer ";

  private final byte[] secret;

  private AdminToken(String secret) {
    this.secret = secret.getBytes(UTF_8);
  }

  /// The one that a file holds, apart from white space around it.
  ///
  /// @throws IOException if it cannot be read, if others than its owner may read it, or if what it
  ///   holds is too short or could not be sent; the message says which, and nothing of the secret
  public static AdminToken read(Path file) throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
        && Files.getPosixFilePermissions(file).stream().anyMatch(OF_OTHERS::contains)) {
      throw new IOException(file + " may be read by others than its owner: chmod 600 it");
    }
    String text = Files.size(file) > LONGEST ? "" : Files.readString(file).strip();
    if (text.length() < SHORTEST || !TOKEN.matcher(text).matches()) {
      throw new IOException(
          file
              + " holds no token for admin-token, which is one line of "
              + SHORTEST
              + " characters or more: letters, digits, and . _ ~ + / - as in Base64; make one with"
              + " head -c 24 /dev/urandom | base64");
    }
    return new AdminToken(text);
  }

  /// Whether that value of Authorization has it. Takes the same time whatever is wrong with a token
  /// of the right length.
  boolean isIn(String authorization) {
    return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && MessageDigest.isEqual(
            secret, authorization.substring(SCHEME.length()).strip().getBytes(UTF_8));
  }

  @Override
  public String toString() {
    return "AdminToken[…]";
  }
}
