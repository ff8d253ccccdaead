package dev.millrace.tls.handshake;

import java.security.PrivateKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// An identity with its key: what a peer proves who it is by. It remembers the messages that show
/// it, and so is to be kept for as many connections as possible.
///
/// Safe for use by several threads.
public final class Credential {
  private final Identity identity;
  private final PrivateKey key;
  private final byte @Nullable [] ocspResponse;
  private final EncodedCertificate encoded;
  private volatile @Nullable Credential stapled;

  /// @param key may be one that never leaves its token
  public Credential(Identity identity, PrivateKey key) {
    this(identity, key, null);
  }

  private Credential(Identity identity, PrivateKey key, byte @Nullable [] ocspResponse) {
    this.identity = identity;
    this.key = key;
    this.ocspResponse = ocspResponse;
    this.encoded = new EncodedCertificate(identity, ocspResponse);
  }

  /// This one, with an OCSP response for the end entity's certificate; the same as long as the
  /// response is the same.
  ///
  /// @param response DER
  public Credential stapled(byte[] response) {
    Credential latest = stapled;
    if (latest == null || !Arrays.equals(latest.ocspResponse, response)) {
      latest = new Credential(identity, key, response.clone());
      stapled = latest;
    }
    return latest;
  }

  public Identity identity() {
    return identity;
  }

  public PrivateKey key() {
    return key;
  }

  /// What is stapled, in DER, or null. Not to be changed.
  byte @Nullable [] ocspResponse() {
    return ocspResponse;
  }

  EncodedCertificate encoded() {
    return encoded;
  }

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
