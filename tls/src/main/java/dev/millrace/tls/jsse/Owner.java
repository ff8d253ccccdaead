package dev.millrace.tls.jsse;

import java.security.Principal;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;
import org.jspecify.annotations.Nullable;

/// The engine or socket that a connection belongs to, as key managers, trust managers and selectors
/// of protocols want it: each of them has a method for either.
sealed interface Owner {
  /// A server's key of a type, or null.
  ///
  /// @param issuers null if they do not matter
  @Nullable String chooseServerAlias(
      X509KeyManager manager, String keyType, Principal @Nullable [] issuers);

  /// A client's key of one of some types, or null.
  ///
  /// @param issuers null if they do not matter
  @Nullable String chooseClientAlias(
      X509KeyManager manager, String[] keyTypes, Principal @Nullable [] issuers);

  void checkServer(X509ExtendedTrustManager manager, X509Certificate[] chain, String authType)
      throws CertificateException;

  void checkClient(X509ExtendedTrustManager manager, X509Certificate[] chain, String authType)
      throws CertificateException;

  /// The application's selector of protocols, ready to be asked, or null if it set none.
  @Nullable ProtocolSelector selector();

  /// Chooses an application protocol, as the selectors of JSSE do.
  @FunctionalInterface
  interface ProtocolSelector {
    /// One of those offered; null if none will do, or empty to go on without.
    @Nullable String select(List<String> offered);
  }

  record OfEngine(TlsEngine engine) implements Owner {
    @Override
    public @Nullable String chooseServerAlias(
        X509KeyManager manager, String keyType, Principal @Nullable [] issuers) {
      return manager instanceof X509ExtendedKeyManager extended
          ? extended.chooseEngineServerAlias(keyType, issuers, engine)
          : manager.chooseServerAlias(keyType, issuers, null);
    }

    @Override
    public @Nullable String chooseClientAlias(
        X509KeyManager manager, String[] keyTypes, Principal @Nullable [] issuers) {
      return manager instanceof X509ExtendedKeyManager extended
          ? extended.chooseEngineClientAlias(keyTypes, issuers, engine)
          : manager.chooseClientAlias(keyTypes, issuers, null);
    }

    @Override
    public void checkServer(
        X509ExtendedTrustManager manager, X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkClient(
        X509ExtendedTrustManager manager, X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public @Nullable ProtocolSelector selector() {
      BiFunction<? super TlsEngine, List<String>, String> selector =
          engine.getHandshakeApplicationProtocolSelector();
      return selector == null ? null : offered -> selector.apply(engine, offered);
    }
  }

  record OfSocket(TlsSocket socket) implements Owner {
    @Override
    public @Nullable String chooseServerAlias(
        X509KeyManager manager, String keyType, Principal @Nullable [] issuers) {
      return manager.chooseServerAlias(keyType, issuers, socket);
    }

    @Override
    public @Nullable String chooseClientAlias(
        X509KeyManager manager, String[] keyTypes, Principal @Nullable [] issuers) {
      return manager.chooseClientAlias(keyTypes, issuers, socket);
    }

    @Override
    public void checkServer(
        X509ExtendedTrustManager manager, X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkClient(
        X509ExtendedTrustManager manager, X509Certificate[] chain, String authType)
        throws CertificateException {
      manager.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public @Nullable ProtocolSelector selector() {
      BiFunction<? super TlsSocket, List<String>, String> selector =
          socket.getHandshakeApplicationProtocolSelector();
      return selector == null ? null : offered -> selector.apply(socket, offered);
    }
  }
}
