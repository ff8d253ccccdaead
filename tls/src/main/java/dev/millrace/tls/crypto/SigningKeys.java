package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;

/// Private keys as whoever signs with them has them.
public final class SigningKeys {
  private static final String PKCS8 = "PKCS#8";

  private SigningKeys() {}

  /// The same key, as one of the provider that [Signatures#sign] asks first. A provider converts
  /// keys of others each time it signs, native ones at a fifth of the price of the signature; for a
  /// key that signs more than once this does it once.
  ///
  /// A key that this provider cannot have, such as one in a token, is given back as it is.
  ///
  /// @param key one that fits the scheme; ask whether it does about this one, since what comes back
  ///   may call its algorithm otherwise
  /// @throws LocalFailure if no provider has the scheme
  public static PrivateKey converted(
      CryptoServices services, SignatureScheme scheme, PrivateKey key) throws LocalFailure {
    SignatureAlgorithm algorithm = services.signature(scheme);
    byte[] encoded = PKCS8.equals(key.getFormat()) ? key.getEncoded() : null;
    if (encoded == null) {
      return key;
    }
    try {
      PrivateKey converted =
          KeyFactory.getInstance(scheme.keyAlgorithm(), algorithm.provider())
              .generatePrivate(new PKCS8EncodedKeySpec(encoded));
      Signature signature = algorithm.here();
      signature.initSign(converted);
      algorithm.free(signature);
      return converted;
    } catch (GeneralSecurityException | RuntimeException e) {
      // Whoever signs is told by whoever cannot.
      return key;
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
  }
}
