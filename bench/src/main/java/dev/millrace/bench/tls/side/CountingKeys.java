package dev.millrace.bench.tls.side;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The JDK's key manager; counts how often it is asked for a private key, which no server needs for
/// a session that it takes up again.
final class CountingKeys extends X509ExtendedKeyManager {
  private final X509ExtendedKeyManager inner;
  private final LongAdder count = new LongAdder();

  private CountingKeys(X509ExtendedKeyManager inner) {
    this.inner = inner;
  }

  /// Of the algorithm `SunX509`: that of `PKIX` opens the key store anew at each handshake.
  static CountingKeys of(Identity identity) throws GeneralSecurityException, IOException {
    KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509");
    factory.init(identity.keys(), new char[0]);
    return new CountingKeys((X509ExtendedKeyManager) factory.getKeyManagers()[0]);
  }

  long count() {
    return count.sum();
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    count.increment();
    return inner.getPrivateKey(alias);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return inner.getCertificateChain(alias);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return inner.chooseEngineServerAlias(keyType, issuers, engine);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    return inner.chooseServerAlias(keyType, issuers, socket);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return inner.getServerAliases(keyType, issuers);
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, Socket socket) {
    return inner.chooseClientAlias(keyTypes, issuers, socket);
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return inner.getClientAliases(keyType, issuers);
  }
}
