package dev.millrace.tls.jsse;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.TlsConnection.EarlyData;
import dev.millrace.tls.testing.Talk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.function.Consumer;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;

/// The kinds of connections that a client and a server can have. What resumes a session comes after
/// what makes it.
enum Meeting {
  FULL("TLSv1.3", "TLS_AES_128_GCM_SHA256"),
  RESUMED("TLSv1.3", "TLS_AES_128_GCM_SHA256"),
  EARLY("TLSv1.3", "TLS_AES_128_GCM_SHA256"),
  EXTERNAL_PSK("TLSv1.3", "TLS_CHACHA20_POLY1305_SHA256"),
  FULL_12("TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"),
  RESUMED_12("TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");

  private static final String HOST = "localhost";
  private static final int LENGTH = 64;

  private final String protocol;
  private final String suite;

  Meeting(String protocol, String suite) {
    this.protocol = protocol;
    this.suite = suite;
  }

  /// What a side is made of.
  enum Kind {
    SOCKET,
    ENGINE
  }

  /// A key that client and server know.
  static ExternalPsk externalPsk() {
    SecretKeySpec key = new SecretKeySpec(said(99), "Generic");
    return ExternalPsk.of(new byte[] {7}, key, ExternalPsk.Hash.SHA256);
  }

  /// What a client says, before the handshake is complete and after, which nobody else says.
  static byte[][] sayings() {
    return new byte[][] {said(3), said(11)};
  }

  private static byte[] said(int first) {
    byte[] said = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      said[i] = (byte) (37 * i + first);
    }
    return said;
  }

  private boolean resumes() {
    return this == RESUMED || this == EARLY || this == RESUMED_12;
  }

  /// Connects to a server that sends back what it gets, and hangs up.
  ///
  /// @param keep gets the engine or socket
  void asClient(Kind kind, SSLContext context, int port, Consumer<Object> keep) throws IOException {
    byte[] early = said(3);
    byte[] late = said(11);
    Socket transport = new Socket(InetAddress.getLoopbackAddress(), port);
    try (Talk talk = client(kind, context, transport, keep)) {
      TlsConnection connection = talk.connection();
      if (this == EARLY) {
        connection.offerEarlyData(early);
      }
      talk.handshake();
      talk.write(late);
      boolean isEarly = connection.earlyData() == EarlyData.ACCEPTED;
      for (int left = isEarly ? 2 * LENGTH : LENGTH; left > 0; ) {
        byte[] echo = new byte[2 * LENGTH];
        int count = talk.read(echo);
        Arrays.fill(echo, (byte) 0);
        left = count < 0 ? 0 : left - count;
      }
      if (resumes() != connection.isResumed() || isEarly != (this == EARLY)) {
        throw new IOException("it was not " + this);
      }
    }
    Arrays.fill(early, (byte) 0);
    Arrays.fill(late, (byte) 0);
  }

  /// Sends back what a client says, until it hangs up.
  ///
  /// @param keep gets the engine or socket
  static void asServer(Kind kind, SSLContext context, Socket transport, Consumer<Object> keep)
      throws IOException {
    try (Talk talk = server(kind, context, transport, keep)) {
      byte[] bytes = new byte[2 * LENGTH];
      talk.handshake();
      for (int count = talk.read(bytes); count > 0; count = talk.read(bytes)) {
        talk.write(Arrays.copyOf(bytes, count));
      }
    }
  }

  private Talk client(Kind kind, SSLContext context, Socket transport, Consumer<Object> keep)
      throws IOException {
    int port = transport.getPort();
    return switch (kind) {
      case SOCKET -> {
        SSLSocket socket =
            (SSLSocket) context.getSocketFactory().createSocket(transport, HOST, port, true);
        socket.setEnabledProtocols(new String[] {protocol});
        socket.setEnabledCipherSuites(new String[] {suite});
        keep.accept(socket);
        yield Talk.by(socket);
      }
      case ENGINE -> {
        SSLEngine engine = context.createSSLEngine(HOST, port);
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {protocol});
        engine.setEnabledCipherSuites(new String[] {suite});
        keep.accept(engine);
        yield Talk.by(engine, transport);
      }
    };
  }

  private static Talk server(Kind kind, SSLContext context, Socket transport, Consumer<Object> keep)
      throws IOException {
    return switch (kind) {
      case SOCKET -> {
        SSLSocket socket =
            (SSLSocket) context.getSocketFactory().createSocket(transport, null, true);
        keep.accept(socket);
        yield Talk.by(socket);
      }
      case ENGINE -> {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        keep.accept(engine);
        yield Talk.by(engine, transport);
      }
    };
  }
}
