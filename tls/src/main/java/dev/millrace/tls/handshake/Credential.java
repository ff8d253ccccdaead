package dev.millrace.tls.handshake;

import java.security.PrivateKey;
import org.jspecify.annotations.Nullable;

/// An identity with its key: what a peer proves who it is by.
///
/// @param key may be one that never leaves its token
/// @param ocspResponse DER to be stapled for the end entity's certificate, or null
public record Credential(Identity identity, PrivateKey key, byte @Nullable [] ocspResponse) {
  @Override
  public String toString() {
    return "Credential["
        + switch (identity) {
          case Identity.Certified certified -> certified.leaf().getSubjectX500Principal();
          case Identity.RawKey(var publicKey) -> publicKey.getAlgorithm();
        }
        + "]";
  }
}
