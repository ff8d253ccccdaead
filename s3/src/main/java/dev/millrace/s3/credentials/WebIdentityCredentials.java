package dev.millrace.s3.credentials;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keys of a role that variables say to take on with a web identity, as EKS sets them for service
/// accounts.
final class WebIdentityCredentials implements Place {
  private static final String TOKEN_FILE = "AWS_WEB_IDENTITY_TOKEN_FILE";
  private static final String ROLE = "AWS_ROLE_ARN";

  private final Variables variables;
  private final Function<WebIdentity, CredentialsSource> assume;
  private @Nullable CredentialsSource keys;

  /// @param assume makes the keys of an identity
  WebIdentityCredentials(Variables variables, Function<WebIdentity, CredentialsSource> assume) {
    this.variables = variables;
    this.assume = assume;
  }

  @Override
  public synchronized Optional<CredentialsSource> source() throws CredentialsException {
    String file = variables.orNull(TOKEN_FILE);
    if (file == null) {
      return Optional.empty();
    }
    String role = variables.orNull(ROLE);
    if (role == null) {
      throw new CredentialsException(TOKEN_FILE + " is set but not " + ROLE, null);
    }
    if (keys == null) {
      keys =
          assume.apply(WebIdentity.of(role, path(file), variables.orNull("AWS_ROLE_SESSION_NAME")));
    }
    return Optional.of(keys);
  }

  private static Path path(String file) throws CredentialsException {
    try {
      return Path.of(file);
    } catch (InvalidPathException e) {
      throw new CredentialsException(TOKEN_FILE + " is not a path: " + e.getMessage(), e);
    }
  }

  @Override
  public String absence() {
    return TOKEN_FILE + " is not set";
  }
}
