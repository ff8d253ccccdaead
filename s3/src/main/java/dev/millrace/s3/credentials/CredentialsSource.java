package dev.millrace.s3.credentials;

import java.util.Optional;

/// Where the keys come from that requests are signed with. Asked once for every request, so that
/// rotated keys are taken up without a restart. Safe for use by several threads.
@FunctionalInterface
public interface CredentialsSource {
  /// The keys to sign with now; empty for a request that is not signed.
  ///
  /// @throws CredentialsException if there should be keys and there are none
  Optional<Credentials> credentials() throws CredentialsException;

  /// Requests that are not signed: for buckets that anyone may read.
  static CredentialsSource anonymous() {
    return Optional::empty;
  }

  /// Always the same keys.
  static CredentialsSource of(Credentials credentials) {
    Optional<Credentials> present = Optional.of(credentials);
    return () -> present;
  }
}
