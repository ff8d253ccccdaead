package dev.millrace.s3.credentials;

import java.util.Optional;

/// Keys in environment variables.
record VariableCredentials(Variables variables) implements Place {
  @Override
  public Optional<CredentialsSource> source() throws CredentialsException {
    return StatedCredentials.IN_VARIABLES
        .in("the environment", variables::orNull)
        .map(CredentialsSource::of);
  }

  @Override
  public String absence() {
    return "AWS_ACCESS_KEY_ID is not set";
  }
}
