package dev.millrace.s3.credentials;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the AWS tools would find around this process: environment variables, then profile files.
///
/// Profile files are read again when they have changed.
public final class AwsEnvironment {
  private static final String KEY_ID = "AWS_ACCESS_KEY_ID";
  private static final String SECRET = "AWS_SECRET_ACCESS_KEY";
  private static final String TOKEN = "AWS_SESSION_TOKEN";

  private final Map<String, String> variables;
  private final String profile;
  private final ProfileFiles files;

  /// @param variables the environment variables
  /// @param home the folder that `.aws` lies in
  public AwsEnvironment(Map<String, String> variables, Path home) {
    this.variables = Map.copyOf(variables);
    this.profile = variable("AWS_PROFILE").orElse("default");
    this.files =
        new ProfileFiles(
            variable("AWS_SHARED_CREDENTIALS_FILE")
                .map(Path::of)
                .orElse(home.resolve(".aws", "credentials")),
            variable("AWS_CONFIG_FILE").map(Path::of).orElse(home.resolve(".aws", "config")));
  }

  /// The environment of this process and its user.
  public static AwsEnvironment ofProcess() {
    return new AwsEnvironment(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /// The keys in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or else those of
  /// the profile that AWS_PROFILE names (`default` where it is unset).
  public CredentialsSource credentials() {
    return () -> Optional.of(present());
  }

  /// The region in AWS_REGION or AWS_DEFAULT_REGION, or else that of the profile; empty where none
  /// is set.
  public Optional<String> region() throws CredentialsException {
    Optional<String> variable = variable("AWS_REGION").or(() -> variable("AWS_DEFAULT_REGION"));
    return variable.isPresent()
        ? variable
        : Optional.ofNullable(files.profile(profile).get("region"));
  }

  private Credentials present() throws CredentialsException {
    String keyId = variable(KEY_ID).orElse(null);
    String secret = variable(SECRET).orElse(null);
    if (keyId != null || secret != null) {
      return pair("the environment", KEY_ID, keyId, SECRET, secret, variable(TOKEN).orElse(null));
    }
    Map<String, String> settings = files.profile(profile);
    keyId = settings.get("aws_access_key_id");
    secret = settings.get("aws_secret_access_key");
    if (keyId == null && secret == null) {
      throw new CredentialsException(
          ("no credentials: AWS_ACCESS_KEY_ID is not set, and profile \"%s\" has no"
                  + " aws_access_key_id in %s or %s; set one of them")
              .formatted(profile, files.credentials(), files.config()),
          null);
    }
    return pair(
        "profile \"" + profile + "\" of " + files.credentials() + " and " + files.config(),
        "aws_access_key_id",
        keyId,
        "aws_secret_access_key",
        secret,
        settings.get("aws_session_token"));
  }

  private static Credentials pair(
      String place,
      String keyIdName,
      @Nullable String keyId,
      String secretName,
      @Nullable String secret,
      @Nullable String token)
      throws CredentialsException {
    if (keyId == null || secret == null) {
      throw new CredentialsException(
          "half a pair of credentials: %s has %s but not %s"
              .formatted(
                  place,
                  keyId == null ? secretName : keyIdName,
                  keyId == null ? keyIdName : secretName),
          null);
    }
    try {
      return new Credentials(keyId, secret, token);
    } catch (IllegalArgumentException e) {
      throw new CredentialsException("unusable credentials in " + place + ": " + e.getMessage(), e);
    }
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(variables.get(name)).map(String::strip).filter(v -> !v.isEmpty());
  }
}
