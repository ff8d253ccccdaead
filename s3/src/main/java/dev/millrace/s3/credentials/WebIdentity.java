package dev.millrace.s3.credentials;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Somebody whom an identity provider other than AWS vouches for, and the role that they take on.
///
/// @param tokenFile where the provider keeps its token, and replaces it before it ends
/// @param session what AWS's logs call who took on the role
record WebIdentity(String roleArn, Path tokenFile, String session) {
  private static final String USUAL_SESSION = "millrace";

  /// @param session null for the usual name
  static WebIdentity of(String roleArn, Path tokenFile, @Nullable String session) {
    return new WebIdentity(roleArn, tokenFile, session == null ? USUAL_SESSION : session);
  }
}
