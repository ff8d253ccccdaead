package dev.millrace.s3.credentials;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keys that somebody wrote down under the names that AWS gave them.
///
/// @param keyId the name of the access key id; likewise the others
record StatedCredentials(String keyId, String secret, String token) {
  static final StatedCredentials IN_VARIABLES =
      new StatedCredentials("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN");
  static final StatedCredentials IN_PROFILES =
      new StatedCredentials("aws_access_key_id", "aws_secret_access_key", "aws_session_token");

  /// The keys among `values`; empty where there is neither part of the pair.
  ///
  /// @param place where the values were written down, for people
  Optional<Credentials> in(String place, Function<String, @Nullable String> values)
      throws CredentialsException {
    String keyIdValue = values.apply(keyId);
    String secretValue = values.apply(secret);
    if (keyIdValue == null && secretValue == null) {
      return Optional.empty();
    }
    if (keyIdValue == null || secretValue == null) {
      throw new CredentialsException(
          "half a pair of credentials: %s has %s but not %s"
              .formatted(
                  place, keyIdValue == null ? secret : keyId, keyIdValue == null ? keyId : secret),
          null);
    }
    try {
      return Optional.of(new Credentials(keyIdValue, secretValue, values.apply(token)));
    } catch (IllegalArgumentException e) {
      throw new CredentialsException("unusable credentials in " + place + ": " + e.getMessage(), e);
    }
  }
}
