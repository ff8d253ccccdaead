package dev.millrace.s3.credentials;

import java.util.Optional;

/// One of the places where the AWS tools look for keys.
interface Place {
  /// The keys of this place; empty where nothing was set up here, so that the search goes on.
  ///
  /// @throws CredentialsException if something was set up, but in disorder
  Optional<CredentialsSource> source() throws CredentialsException;

  /// What was not found here, as a clause for people. Asked after [#source()] gave nothing.
  String absence();
}
