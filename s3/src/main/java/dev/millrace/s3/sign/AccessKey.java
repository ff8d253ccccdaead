package dev.millrace.s3.sign;

import org.jspecify.annotations.Nullable;

/// What requests are signed with. Prints without its secrets.
///
/// @param token what proves that a temporary key is valid; null where the key is not temporary
public record AccessKey(String id, String secret, @Nullable String token) {
  @Override
  public String toString() {
    return "AccessKey[" + id + "]";
  }
}
