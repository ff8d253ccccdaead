package dev.millrace.gateway.access;

import dev.millrace.s3.sign.SigV4Verifier;

/// The secret of an access key, as what it is good for here: verifying signatures that were made
/// with it. Whoever hands out the same object again saves four hashes for each request.
///
/// @param identity whose it is
public record AccessKey(SigV4Verifier verifier, Identity identity) {
  /// The access key of `secret`.
  public static AccessKey of(String secret, Identity identity) {
    return new AccessKey(new SigV4Verifier(secret), identity);
  }
}
