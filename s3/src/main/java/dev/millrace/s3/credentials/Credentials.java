package dev.millrace.s3.credentials;

import org.jspecify.annotations.Nullable;

/// A pair of AWS keys, and a token where they are temporary. Prints without its secrets.
public final class Credentials {
  private final String accessKeyId;
  private final String secretAccessKey;
  private final @Nullable String sessionToken;

  /// @throws IllegalArgumentException if a part is blank or holds what no header may hold
  public Credentials(String accessKeyId, String secretAccessKey, @Nullable String sessionToken) {
    this.accessKeyId = checked("access key id", accessKeyId);
    this.secretAccessKey = checked("secret access key", secretAccessKey);
    this.sessionToken = sessionToken == null ? null : checked("session token", sessionToken);
  }

  private static String checked(String name, String value) {
    if (value.isBlank() || !value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "the " + name + " is empty or holds a blank or a character that is not ASCII");
    }
    return value;
  }

  public String accessKeyId() {
    return accessKeyId;
  }

  public String secretAccessKey() {
    return secretAccessKey;
  }

  public @Nullable String sessionToken() {
    return sessionToken;
  }

  @Override
  public String toString() {
    return "Credentials[" + accessKeyId + "]";
  }
}
