package dev.millrace.tls;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.jsse.ContextKind;
import dev.millrace.tls.jsse.ContextSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The security provider `Millrace`: [javax.net.ssl.SSLContext] for `TLS`, `TLSv1.3`, `TLSv1.2` and
/// `Default`, with a TLS of its own. Key and trust managers are those of the JDK or of the
/// application.
///
/// Install it in front of the others to use it everywhere, or name it where it is wanted:
///
/// ```java
/// SSLContext context = SSLContext.getInstance("TLS", new MillraceProvider());
/// ```
public final class MillraceProvider extends Provider {
  private static final long serialVersionUID = 1L;

  /// What [java.security.Security#getProvider] knows it by.
  public static final String NAME = "Millrace";

  private static final class Instance {
    private static final MillraceProvider INSTANCE = new MillraceProvider();
  }

  /// For [java.util.ServiceLoader], and for whoever wants one.
  public MillraceProvider() {
    super(NAME, "0.1", "Millrace: TLS 1.3 and 1.2");
    for (ContextKind kind : ContextKind.values()) {
      putService(new ContextService(this, kind));
    }
  }

  /// Which provider serves each kind of cryptography in contexts that are made now, such as `AEAD`
  /// by `SunJCE (AES_128_GCM, AES_256_GCM, CHACHA20_POLY1305)`: for people to read. What no
  /// provider has is served by `none`. Where a service of [PublicKeyCryptography] brings none,
  /// `left out` says why.
  public static SequencedMap<String, String> cryptography() {
    return CryptoServices.resolve().describe();
  }

  static MillraceProvider instance() {
    return Instance.INSTANCE;
  }

  /// Makes contexts without reflection, for which their package would have to be open.
  private static final class ContextService extends Service {
    private final ContextKind kind;

    ContextService(Provider provider, ContextKind kind) {
      super(
          provider,
          "SSLContext",
          kind.algorithm(),
          ContextSpi.class.getName(),
          List.of(),
          Map.of());
      this.kind = kind;
    }

    @Override
    public Object newInstance(Object constructorParameter) throws NoSuchAlgorithmException {
      return kind.newContext();
    }
  }
}
