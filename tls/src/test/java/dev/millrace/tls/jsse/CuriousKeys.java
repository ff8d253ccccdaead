package dev.millrace.tls.jsse;

import dev.millrace.tls.testing.TestIdentity;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/// A server's key manager that does something with the engine or socket before it answers.
final class CuriousKeys extends X509ExtendedKeyManager {
  private final X509ExtendedKeyManager keys;
  private final Consumer<Object> before;

  CuriousKeys(TestIdentity identity, Consumer<Object> before) throws GeneralSecurityException {
    keys = (X509ExtendedKeyManager) TestContexts.keyManagers(identity)[0];
    this.before = before;
  }

  @Override
  public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
    before.accept(socket);
    return keys.chooseServerAlias(keyType, issuers, socket);
  }

  @Override
  public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
    before.accept(engine);
    return keys.chooseEngineServerAlias(keyType, issuers, engine);
  }

  @Override
  public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return keys.chooseClientAlias(keyTypes, issuers, socket);
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return keys.getServerAliases(keyType, issuers);
  }

  @Override
  public String[] getClientAliases(String keyType, Principal[] issuers) {
    return keys.getClientAliases(keyType, issuers);
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return keys.getCertificateChain(alias);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return keys.getPrivateKey(alias);
  }
}
