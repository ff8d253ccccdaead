package dev.millrace.bench.tls.side;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import javax.net.ssl.SSLEngine;
import org.conscrypt.Conscrypt;

/// Conscrypt with session tickets, which neither of its ends takes part in unless told to, and with
/// direct buffers, which it copies least for.
final class ConscryptContender implements Contender {
  private final Contender jsse;

  ConscryptContender(Identity identity, Terms terms) throws GeneralSecurityException, IOException {
    Provider provider = Security.getProvider("Conscrypt");
    jsse =
        switch (terms.version()) {
          // BoringSSL lets nobody choose.
          case TLS_1_3 -> new JsseContender(provider, identity, terms);
          case TLS_1_2 -> new JsseContender(provider, identity, terms, terms.suiteName());
        };
  }

  @Override
  public SSLEngine client(int port) {
    return withTickets(jsse.client(port));
  }

  @Override
  public SSLEngine server() {
    return withTickets(jsse.server());
  }

  private static SSLEngine withTickets(SSLEngine engine) {
    Conscrypt.setUseSessionTickets(engine, true);
    return engine;
  }

  @Override
  public long validations() {
    return jsse.validations();
  }

  @Override
  public ByteBuffer buffer(int size) {
    return ByteBuffer.allocateDirect(size);
  }
}
