package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.crypto.SigningKeys;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// An identity with its key: what a peer proves who it is by. It remembers the messages that show
/// it and the key in the form that signs, and so is to be kept for as many connections as possible.
///
/// Safe for use by several threads.
public final class Credential {
  private final Identity identity;
  private final PrivateKey key;
  private final byte @Nullable [] ocspResponse;
  private final EncodedCertificate encoded;
  private final Map<SignatureScheme, PrivateKey> signingKeys;
  private volatile @Nullable Credential stapled;

  /// @param key may be one that never leaves its token
  public Credential(Identity identity, PrivateKey key) {
    this(identity, key, null, new ConcurrentHashMap<>());
  }

  private Credential(
      Identity identity,
      PrivateKey key,
      byte @Nullable [] ocspResponse,
      Map<SignatureScheme, PrivateKey> signingKeys) {
    this.identity = identity;
    this.key = key;
    this.ocspResponse = ocspResponse;
    this.signingKeys = signingKeys;
    this.encoded = new EncodedCertificate(identity, ocspResponse);
  }

  /// This one, with an OCSP response for the end entity's certificate; the same as long as the
  /// response is the same.
  ///
  /// @param response DER
  public Credential stapled(byte[] response) {
    Credential latest = stapled;
    if (latest == null || !Arrays.equals(latest.ocspResponse, response)) {
      latest = new Credential(identity, key, response.clone(), signingKeys);
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

  /// Signs, with the key as it was converted for the scheme once.
  ///
  /// @param crypto of the context that the credential is of
  /// @param scheme one that the key fits
  /// @throws LocalFailure if no provider can sign with this scheme and key, or the one that can
  ///   fails
  byte[] sign(CryptoServices crypto, SignatureScheme scheme, byte[] content) throws LocalFailure {
    PrivateKey converted = signingKeys.get(scheme);
    if (converted == null) {
      converted = SigningKeys.converted(crypto, scheme, key);
      signingKeys.put(scheme, converted);
    }
    return Signatures.sign(crypto, scheme, converted, content);
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
