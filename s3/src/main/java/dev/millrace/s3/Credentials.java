package dev.millrace.s3;

import dev.millrace.s3.sign.AccessKey;
import org.jspecify.annotations.Nullable;

/// A pair of AWS keys, and a token where they are temporary. Prints without its secrets.
public final class Credentials {
  private final AccessKey accessKey;

  /// @throws IllegalArgumentException if a part is blank or holds what no header may hold
  public Credentials(String accessKeyId, String secretAccessKey, @Nullable String sessionToken) {
    accessKey =
        new AccessKey(
            checked("access key id", accessKeyId),
            checked("secret access key", secretAccessKey),
            sessionToken == null ? null : checked("session token", sessionToken));
  }

  private static String checked(String name, String value) {
    if (value.isBlank() || !value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "the " + name + " is empty or holds a blank or a character that is not ASCII");
    }
    return value;
  }

  public String accessKeyId() {
    return accessKey.id();
  }

  public String secretAccessKey() {
    return accessKey.secret();
  }

  public @Nullable String sessionToken() {
    return accessKey.token();
  }

  AccessKey accessKey() {
    return accessKey;
  }

  @Override
  public String toString() {
    return "Credentials[" + accessKeyId() + "]";
  }
}
