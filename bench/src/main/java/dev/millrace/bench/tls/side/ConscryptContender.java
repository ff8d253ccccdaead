package dev.millrace.bench.tls.side;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.conscrypt.Conscrypt;

/// Conscrypt with session tickets, which neither of its ends takes part in unless told to, and with
/// direct buffers, which it copies least for.
final class ConscryptContender implements Contender, SocketContender {
  private final JsseContender jsse;

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

  @Override
  public SSLServerSocket listen() throws IOException {
    return jsse.listen();
  }

  @Override
  public SSLSocket connect(int port, int sessionPort) throws IOException {
    SSLSocket socket = jsse.connect(port, sessionPort);
    Conscrypt.setUseSessionTickets(socket, true);
    return socket;
  }

  private static SSLEngine withTickets(SSLEngine engine) {
    Conscrypt.setUseSessionTickets(engine, true);
    return engine;
  }

  @Override
  public long keysUsed() {
    return jsse.keysUsed();
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
