package dev.millrace.tlsnative;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import dev.millrace.tls.PublicKeyCryptography;
import java.security.NoSuchProviderException;
import java.security.Provider;
import org.jspecify.annotations.Nullable;

/// Amazon Corretto Crypto Provider: AWS-LC's public-key cryptography behind the JCA, where its jar
/// is on the path. It is before Conscrypt: where processors multiply integers in vectors (AVX-512
/// IFMA), it signs with RSA in about 0.6 times the time. X25519, which it lacks, stays with
/// Conscrypt.
///
/// It is not brought along, as there is a jar of its own for each platform, and as it takes a
/// quarter of a second more to load.
public final class CorrettoCryptography implements PublicKeyCryptography {

  /// For [java.util.ServiceLoader].
  public CorrettoCryptography() {}

  @Override
  public @Nullable Provider provider() throws NoSuchProviderException {
    try {
      return Present.provider();
    } catch (NoClassDefFoundError absent) {
      return null;
    }
  }

  /// A class of its own, as it cannot even be linked where the jar is not.
  private static final class Present {
    static Provider provider() throws NoSuchProviderException {
      AmazonCorrettoCryptoProvider provider = AmazonCorrettoCryptoProvider.INSTANCE;
      Throwable failure = provider.getLoadingError();
      if (failure != null) {
        throw new NoSuchProviderException(
            "Amazon Corretto Crypto Provider: " + failure.getMessage());
      }
      return provider;
    }
  }
}
