package dev.millrace.s3.credentials;

/// A service that hands out keys for a time.
@FunctionalInterface
interface Issuer {
  /// Asks for new keys: slow, and to be asked by one caller at a time.
  Lease issue() throws CredentialsException;
}
