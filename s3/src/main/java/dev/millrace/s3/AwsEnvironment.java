package dev.millrace.s3;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What the AWS tools would find around this process: environment variables and profile files.
public final class AwsEnvironment {
  /// @param variables the environment variables
  /// @param home the folder that `.aws` lies in
  public AwsEnvironment(Map<String, String> variables, Path home) {}

  /// The environment of this process and its user.
  public static AwsEnvironment ofProcess() {
    return new AwsEnvironment(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  public CredentialsSource credentials() {
    throw new UnsupportedOperationException();
  }

  public Optional<String> region() throws CredentialsException {
    throw new UnsupportedOperationException();
  }
}
