package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/// Two engines and the bytes between them. Every call is written down.
final class EnginePair {
  static final String HOST = "localhost";
  static final int PORT = 4433;
  private static final int ROOM = 20_000;

  final End client;
  final End server;

  EnginePair(SSLContext clientContext, SSLContext serverContext) {
    this(HOST, clientContext, serverContext);
  }

  EnginePair(String host, SSLContext clientContext, SSLContext serverContext) {
    this(clientContext.createSSLEngine(host, PORT), serverContext.createSSLEngine());
  }

  EnginePair(SSLEngine client, SSLEngine server) {
    this.client = new End(client, true);
    this.server = new End(server, false);
  }

  EnginePair protocols(String... protocols) {
    client.engine.setEnabledProtocols(protocols);
    return this;
  }

  EnginePair clientParameters(java.util.function.Consumer<SSLParameters> change) {
    return parameters(client, change);
  }

  EnginePair serverParameters(java.util.function.Consumer<SSLParameters> change) {
    return parameters(server, change);
  }

  private EnginePair parameters(End end, java.util.function.Consumer<SSLParameters> change) {
    SSLParameters parameters = end.engine.getSSLParameters();
    change.accept(parameters);
    end.engine.setSSLParameters(parameters);
    return this;
  }

  /// Lets both talk until neither has more to say.
  EnginePair handshake() throws SSLException {
    client.engine.beginHandshake();
    server.engine.beginHandshake();
    boolean goesOn = true;
    while (goesOn) {
      boolean clientGoesOn = client.step(server);
      goesOn = server.step(client) || clientGoesOn;
    }
    return this;
  }

  /// Sends a text and returns what comes out at the other end.
  String send(End from, End to, String text) throws SSLException {
    from.wrap(to, text);
    return to.unwrapAll();
  }

  /// One side.
  static final class End {
    final SSLEngine engine;
    final List<String> log = new ArrayList<>();
    private final ByteBuffer incoming = ByteBuffer.allocate(10 * ROOM);
    private final StringBuilder received = new StringBuilder();
    int finished;
    long produced;

    End(SSLEngine engine, boolean isClient) {
      this.engine = engine;
      engine.setUseClientMode(isClient);
    }

    boolean step(End peer) throws SSLException {
      HandshakeStatus status = engine.getHandshakeStatus();
      if (status == HandshakeStatus.NEED_TASK) {
        engine.getDelegatedTask().run();
        log.add("task " + engine.getHandshakeStatus());
        return true;
      }
      if (status == HandshakeStatus.NEED_WRAP) {
        wrap(peer, "");
        return true;
      }
      return incoming.position() > 0 && unwrap().bytesConsumed() > 0;
    }

    SSLEngineResult wrap(End peer, String text) throws SSLException {
      SSLEngineResult result = engine.wrap(ByteBuffer.wrap(text.getBytes(UTF_8)), peer.incoming);
      note("wrap", result);
      return result;
    }

    SSLEngineResult unwrap() throws SSLException {
      ByteBuffer out = ByteBuffer.allocate(ROOM);
      incoming.flip();
      try {
        SSLEngineResult result = engine.unwrap(incoming, out);
        received.append(UTF_8.decode(out.flip()));
        note("unwrap", result);
        return result;
      } finally {
        incoming.compact();
      }
    }

    /// Takes all that has come, and returns the text in it.
    String unwrapAll() throws SSLException {
      while (incoming.position() > 0 && unwrap().bytesConsumed() > 0) {
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
          engine.getDelegatedTask().run();
        }
      }
      String text = received.toString();
      received.setLength(0);
      return text;
    }

    /// Changes what came last.
    void spoilLastByte() {
      int last = incoming.position() - 1;
      incoming.put(last, (byte) (incoming.get(last) ^ 1));
    }

    private void note(String call, SSLEngineResult result) {
      produced += call.equals("wrap") ? result.bytesProduced() : 0;
      log.add(call + " " + result.getStatus() + " " + result.getHandshakeStatus());
      if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
        finished++;
      }
    }
  }
}
