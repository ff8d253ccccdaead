package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.connection.PooledBuffers;
import dev.millrace.tls.testing.Forgotten;
import dev.millrace.tls.testing.TestIdentity;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Handshakes that are cut after any byte of either side end at both, by an exception of JSSE, and
/// leave nothing behind.
class CutHandshakeTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);
  private static final int ROOM = 20_000;

  /// A prime, so that all kinds of places are among those that are tried.
  private static final int STRIDE = 13;

  private final Forgotten forgotten = new Forgotten();

  /// The kinds of handshakes.
  enum Kind {
    FULL("TLSv1.3"),
    CLIENT_CERTIFICATE("TLSv1.3"),
    ANOTHER_SHARE("TLSv1.3"),
    RESUMED("TLSv1.3"),
    EARLY("TLSv1.3"),
    FULL_12("TLSv1.2"),
    CLIENT_CERTIFICATE_12("TLSv1.2"),
    RESUMED_12("TLSv1.2");

    private final String protocol;

    Kind(String protocol) {
      this.protocol = protocol;
    }

    boolean resumes() {
      return this == RESUMED || this == EARLY || this == RESUMED_12;
    }
  }

  /// A client's store that gives its one session again and again.
  private static final class OneSession implements SessionStore {
    private @Nullable StoredSession session;

    @Override
    public void put(byte[] key, StoredSession value) {
      session = session == null ? value : session;
    }

    @Override
    public @Nullable StoredSession get(byte[] key) {
      return session;
    }

    @Override
    public @Nullable StoredSession take(byte[] key) {
      return session;
    }

    @Override
    public void remove(byte[] key, StoredSession value) {}
  }

  /// Client and server, the bytes between them, and the place where these end.
  private final class Pair {
    private final Side client;
    private final Side server;

    Pair(Kind kind, SSLContext clients, SSLContext servers, int fromClient, int fromServer) {
      client = new Side(clients.createSSLEngine(EnginePair.HOST, EnginePair.PORT), fromServer);
      server = new Side(servers.createSSLEngine(), fromClient);
      client.engine.setUseClientMode(true);
      client.engine.setEnabledProtocols(new String[] {kind.protocol});
      server.engine.setUseClientMode(false);
      server.engine.setNeedClientAuth(kind.name().startsWith("CLIENT_CERTIFICATE"));
      if (kind == Kind.EARLY) {
        TlsConnection.of(client.engine).offerEarlyData(new byte[10]);
      }
    }

    /// Lets both talk until neither has more to say.
    Pair talk() throws SSLException {
      client.engine.beginHandshake();
      server.engine.beginHandshake();
      boolean goesOn = true;
      for (int rounds = 0; goesOn; rounds++) {
        assertThat(rounds).isLessThan(100);
        boolean clientGoesOn = client.step(server);
        goesOn = server.step(client) || clientGoesOn;
      }
      return this;
    }
  }

  /// One of them.
  private final class Side {
    private final SSLEngine engine;
    private final ByteBuffer incoming = ByteBuffer.allocate(2 * ROOM);
    private int left;
    private int received;

    /// @param limit how many bytes reach it
    Side(SSLEngine engine, int limit) {
      this.engine = engine;
      this.left = limit;
      forgotten.add(engine);
    }

    boolean step(Side peer) throws SSLException {
      switch (engine.getHandshakeStatus()) {
        case NEED_TASK -> engine.getDelegatedTask().run();
        case NEED_WRAP -> peer.receive(wrap());
        default -> {
          return unwrap();
        }
      }
      return true;
    }

    private ByteBuffer wrap() throws SSLException {
      ByteBuffer wire = ByteBuffer.allocate(ROOM);
      engine.wrap(ByteBuffer.allocate(0), wire);
      return wire.flip();
    }

    private void receive(ByteBuffer wire) {
      int taken = Math.min(left, wire.remaining());
      left -= taken;
      received += taken;
      incoming.put(wire.limit(wire.position() + taken));
    }

    private boolean unwrap() throws SSLException {
      incoming.flip();
      try {
        return incoming.hasRemaining()
            && engine.unwrap(incoming, ByteBuffer.allocate(ROOM)).bytesConsumed() > 0;
      } finally {
        incoming.compact();
      }
    }

    /// The transport has ended.
    void end(boolean isCut) throws SSLException {
      boolean isComplete = engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
      if (!engine.isInboundDone()) {
        assertThatThrownBy(engine::closeInbound).isInstanceOf(SSLException.class);
      }
      engine.closeOutbound();
      for (int rounds = 0; !engine.isOutboundDone(); rounds++) {
        assertThat(rounds).isLessThan(10);
        wrap();
      }
      assertThat(engine.isInboundDone()).isTrue();
      assertThat(isComplete || isCut).isTrue();
      assertThat(engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NOT_HANDSHAKING);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_cut_here_and_there_leaves_nothing(Kind kind) throws Exception {
    cut(kind, STRIDE);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void a_cut_anywhere_leaves_nothing(Kind kind) throws Exception {
    cut(kind, 1);
  }

  private void cut(Kind kind, int stride) throws Exception {
    SSLContext clients = client();
    SSLContext servers = server(kind);
    if (kind.resumes()) {
      new Pair(kind, clients, servers, ROOM, ROOM).talk();
    }
    Pair whole = new Pair(kind, clients, servers, ROOM, ROOM).talk();
    assertThat(TlsConnection.of(whole.client.engine).isResumed()).isEqualTo(kind.resumes());
    assertThat(TlsConnection.of(whole.client.engine).isRetried())
        .isEqualTo(kind == Kind.ANOTHER_SHARE);
    int fromClient = whole.server.received;
    int fromServer = whole.client.received;
    end(whole, false);
    whole = null;
    PooledBuffers.fill();

    for (int bytes = 0; bytes < fromClient; bytes += stride) {
      end(new Pair(kind, clients, servers, bytes, ROOM).talk(), true);
    }
    for (int bytes = 0; bytes < fromServer; bytes += stride) {
      end(new Pair(kind, clients, servers, ROOM, bytes).talk(), true);
    }

    assertThat(PooledBuffers.gaps()).isZero();
    forgotten.await(Duration.ofSeconds(20));
  }

  private static void end(Pair pair, boolean isCut) throws SSLException {
    pair.client.end(isCut);
    pair.server.end(isCut);
  }

  private static SSLContext client() throws Exception {
    return TestContexts.with(config().clientSessions(new OneSession()).build(), IDENTITY);
  }

  private static SSLContext server(Kind kind) throws Exception {
    TlsConfigBuilder config = config().maxEarlyData(kind == Kind.EARLY ? 100 : 0);
    if (kind == Kind.ANOTHER_SHARE) {
      config.groups(List.of("secp256r1"));
    }
    return TestContexts.with(config.build(), IDENTITY);
  }

  private static TlsConfigBuilder config() {
    return TlsConfig.builder().groups(List.of("x25519", "secp256r1"));
  }
}
