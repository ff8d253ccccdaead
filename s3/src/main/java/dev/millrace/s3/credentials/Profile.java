package dev.millrace.s3.credentials;

import java.nio.file.Path;
import java.util.Map;

/// The profile in force: the one that AWS_PROFILE names, or else `default`.
final class Profile {
  private final String name;
  private final boolean named;
  private final ProfileFiles files;

  /// @param home the folder that `.aws` lies in
  Profile(Variables variables, Path home) {
    name = variables.get("AWS_PROFILE").orElse("default");
    named = variables.has("AWS_PROFILE");
    files =
        new ProfileFiles(
            variables
                .get("AWS_SHARED_CREDENTIALS_FILE")
                .map(Path::of)
                .orElse(home.resolve(".aws", "credentials")),
            variables.get("AWS_CONFIG_FILE").map(Path::of).orElse(home.resolve(".aws", "config")));
  }

  String name() {
    return name;
  }

  /// Whether somebody asked for this profile.
  boolean named() {
    return named;
  }

  /// What the profile has now; nothing where it does not exist.
  Map<String, String> settings() throws CredentialsException {
    return files.profile(name);
  }

  /// The two files, for people.
  String places() {
    return files.credentials() + " and " + files.config();
  }

  /// The profile and its files, for people.
  @Override
  public String toString() {
    return "profile \"" + name + "\" of " + places();
  }
}
