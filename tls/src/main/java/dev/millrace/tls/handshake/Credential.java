package dev.millrace.tls.handshake;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A certificate chain with its key: what a peer proves its identity by.
///
/// @param chain the end entity's certificate first; not empty
/// @param key may be one that never leaves its token
/// @param ocspResponse DER to be stapled for the end entity, or null
public record Credential(
    List<X509Certificate> chain, PrivateKey key, byte @Nullable [] ocspResponse) {

  public X509Certificate leaf() {
    return chain.getFirst();
  }

  @Override
  public String toString() {
    return "Credential[" + leaf().getSubjectX500Principal() + "]";
  }
}
