package dev.millrace.s3.credentials;

import java.util.Optional;

/// The region that variables or the profile name.
record StatedRegion(Variables variables, Profile profile) {
  /// The region; empty where none is named.
  Optional<String> find() throws CredentialsException {
    Optional<String> variable =
        variables.get("AWS_REGION").or(() -> variables.get("AWS_DEFAULT_REGION"));
    return variable.isPresent() ? variable : Optional.ofNullable(profile.settings().get("region"));
  }
}
