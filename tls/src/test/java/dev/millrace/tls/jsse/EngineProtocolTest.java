package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.testing.TestIdentity;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLKeyException;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineProtocolTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);

  private final SSLContext context;

  EngineProtocolTest() throws Exception {
    context = TestContexts.OURS.with(IDENTITY);
  }

  private EnginePair pair(String protocol) {
    return new EnginePair(context, context).protocols(protocol);
  }

  @Test
  void the_calls_of_a_handshake_answer_as_those_of_the_jdk_do() throws Exception {
    SSLContext jdk = TestContexts.JDK.with(IDENTITY);
    EnginePair model = new EnginePair(jdk, jdk).protocols("TLSv1.3").handshake();
    EnginePair pair = pair("TLSv1.3").handshake();

    assertThat(pair.server.log).isEqualTo(model.server.log);
    // The JDK says FINISHED once more for each ticket that comes later.
    assertThat(pair.client.log.subList(0, 8)).isEqualTo(model.client.log.subList(0, 8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void each_side_says_once_that_it_has_finished(String protocol) throws Exception {
    EnginePair pair = pair(protocol).handshake();

    assertThat(pair.client.finished).isEqualTo(1);
    assertThat(pair.server.finished).isEqualTo(1);
    assertThat(pair(protocol).handshake().client.finished).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void data_goes_both_ways(String protocol) throws Exception {
    EnginePair pair = pair(protocol).handshake();

    assertThat(pair.send(pair.client, pair.server, "to the server")).isEqualTo("to the server");
    assertThat(pair.send(pair.server, pair.client, "to the client")).isEqualTo("to the client");
  }

  @Test
  void a_half_closed_connection_of_tls13_still_carries_data_the_other_way() throws Exception {
    EnginePair pair = pair("TLSv1.3").handshake();
    pair.client.engine.closeOutbound();

    assertThat(pair.client.engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_WRAP);
    assertThat(pair.client.wrap(pair.server, "").getStatus()).isEqualTo(Status.CLOSED);
    assertThat(pair.client.engine.isOutboundDone()).isTrue();
    assertThat(pair.server.unwrap().getStatus()).isEqualTo(Status.CLOSED);
    assertThat(pair.server.engine.isInboundDone()).isTrue();
    assertThat(pair.server.engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NOT_HANDSHAKING);
    assertThat(pair.send(pair.server, pair.client, "still here")).isEqualTo("still here");
    pair.server.engine.closeInbound();
  }

  @Test
  void a_close_in_tls12_is_answered_at_once() throws Exception {
    EnginePair pair = pair("TLSv1.2").handshake();
    pair.client.engine.closeOutbound();
    pair.client.wrap(pair.server, "");

    SSLEngineResult result = pair.server.unwrap();

    assertThat(result.getStatus()).isEqualTo(Status.CLOSED);
    assertThat(result.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_WRAP);
    assertThat(pair.server.wrap(pair.client, "").getStatus()).isEqualTo(Status.CLOSED);
    assertThat(pair.client.unwrap().getStatus()).isEqualTo(Status.CLOSED);
    assertThat(pair.client.engine.isInboundDone()).isTrue();
  }

  @Test
  void to_close_inbound_before_the_peer_does_is_an_error_but_done() throws Exception {
    EnginePair pair = pair("TLSv1.3").handshake();

    assertThatThrownBy(pair.server.engine::closeInbound)
        .isInstanceOf(SSLException.class)
        .hasMessage("closing inbound before receiving peer's close_notify");
    assertThat(pair.server.engine.isInboundDone()).isTrue();
    assertThat(pair.server.engine.isOutboundDone()).isFalse();
  }

  @Test
  void too_little_room_or_too_few_bytes_change_nothing() throws Exception {
    EnginePair pair = pair("TLSv1.3");
    SSLEngine client = pair.client.engine;
    ByteBuffer nothing = ByteBuffer.allocate(0);

    assertThat(client.wrap(nothing, ByteBuffer.allocate(100)).getStatus())
        .isEqualTo(Status.BUFFER_OVERFLOW);
    ByteBuffer wire = ByteBuffer.allocate(20_000);
    assertThat(client.wrap(nothing, wire).getStatus()).isEqualTo(Status.OK);
    wire.flip();
    int length = wire.limit();
    wire.limit(length - 1);
    SSLEngine server = pair.server.engine;
    assertThat(server.unwrap(wire, nothing).getStatus()).isEqualTo(Status.BUFFER_UNDERFLOW);
    assertThat(wire.position()).isZero();
    wire.limit(length);
    assertThat(server.unwrap(wire, nothing).bytesConsumed()).isEqualTo(length);
  }

  @Test
  void data_waits_for_room() throws Exception {
    EnginePair pair = pair("TLSv1.3").handshake();
    ByteBuffer wire = ByteBuffer.allocate(20_000);
    pair.client.engine.wrap(ByteBuffer.wrap("hello".getBytes(StandardCharsets.UTF_8)), wire);
    wire.flip();

    SSLEngineResult tight = pair.server.engine.unwrap(wire, ByteBuffer.allocate(4));

    assertThat(tight.getStatus()).isEqualTo(Status.BUFFER_OVERFLOW);
    assertThat(tight.bytesConsumed()).isZero();
    assertThat(pair.server.engine.unwrap(wire, ByteBuffer.allocate(100)).bytesProduced())
        .isEqualTo(5);
  }

  @Test
  void a_task_is_given_out_once() throws Exception {
    EnginePair pair = pair("TLSv1.3");
    pair.client.wrap(pair.server, "");

    assertThat(pair.server.unwrap().getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_TASK);
    Runnable task = pair.server.engine.getDelegatedTask();
    assertThat(task).isNotNull();
    assertThat(pair.server.engine.getDelegatedTask()).isNull();
    assertThat(pair.server.engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_TASK);
    assertThat(pair.server.wrap(pair.client, "").getHandshakeStatus())
        .isEqualTo(HandshakeStatus.NEED_TASK);
    task.run();
    assertThat(pair.server.engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_WRAP);
  }

  @Test
  void what_fails_in_a_task_is_thrown_by_the_next_call_and_told_to_the_peer() throws Exception {
    EnginePair pair = pair("TLSv1.3");
    pair.server.engine.setEnabledProtocols(new String[] {"TLSv1.2"});
    pair.client.wrap(pair.server, "");
    pair.server.unwrap();
    pair.server.engine.getDelegatedTask().run();

    assertThatThrownBy(() -> pair.server.wrap(pair.client, ""))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("protocol version");
    SSLEngineResult alert = pair.server.wrap(pair.client, "");
    assertThat(alert.getStatus()).isEqualTo(Status.CLOSED);
    assertThat(alert.bytesProduced()).isEqualTo(7);
    assertThatThrownBy(pair.client::unwrap)
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("protocol_version");
    assertThat(pair.client.engine.isInboundDone()).isTrue();
  }

  @Test
  void a_side_must_be_chosen_before_the_handshake_and_cannot_change_in_it() throws Exception {
    SSLEngine engine = context.createSSLEngine();
    assertThatThrownBy(engine::beginHandshake).isInstanceOf(IllegalStateException.class);

    engine.setUseClientMode(true);
    engine.beginHandshake();

    assertThatIllegalArgumentException().isThrownBy(() -> engine.setUseClientMode(false));
  }

  @Test
  void an_engine_that_was_closed_before_it_began_is_done() throws Exception {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    engine.closeOutbound();

    assertThat(engine.isOutboundDone()).isTrue();
    assertThat(engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(0)).getStatus())
        .isEqualTo(Status.CLOSED);
    assertThatThrownBy(engine::beginHandshake).isInstanceOf(SSLException.class);
  }

  @Test
  void arguments_that_cannot_be_are_refused() {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    ByteBuffer buffer = ByteBuffer.allocate(1);

    assertThatIllegalArgumentException().isThrownBy(() -> engine.wrap((ByteBuffer) null, buffer));
    assertThatIllegalArgumentException().isThrownBy(() -> engine.wrap(buffer, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> engine.unwrap(null, new ByteBuffer[] {buffer}));
    assertThatThrownBy(() -> engine.wrap(new ByteBuffer[] {buffer}, 1, 1, buffer))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> engine.wrap(buffer, buffer.asReadOnlyBuffer()))
        .isInstanceOf(ReadOnlyBufferException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> engine.setEnabledCipherSuites(new String[] {"TLS_NULL"}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> engine.setEnabledProtocols(new String[] {"SSLv3"}));
  }

  @Test
  void the_session_before_a_handshake_is_the_null_session() {
    SSLEngine engine = context.createSSLEngine("localhost", 443);

    assertThat(engine.getSession().getCipherSuite()).isEqualTo("SSL_NULL_WITH_NULL_NULL");
    assertThat(engine.getSession().getProtocol()).isEqualTo("NONE");
    assertThat(engine.getSession().isValid()).isFalse();
    assertThat(engine.getSession().getId()).isEmpty();
    assertThat(engine.getHandshakeSession()).isNull();
    assertThat(engine.getApplicationProtocol()).isNull();
    assertThat(List.of(engine.getEnabledProtocols())).containsExactly("TLSv1.3", "TLSv1.2");
  }

  @Test
  @Timeout(30)
  void a_wrap_does_not_wait_for_a_task() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch wrapped = new CountDownLatch(1);
    KeyManager[] keys = {
      new CuriousKeys(
          IDENTITY,
          _ -> {
            running.countDown();
            assertThatNoException().isThrownBy(wrapped::await);
          })
    };
    SSLContext server = TlsConfig.defaults().newContext(keys, new TrustManager[0], null);
    EnginePair pair = new EnginePair(context, server);
    pair.client.wrap(pair.server, "");
    pair.server.unwrap();
    Thread task = Thread.ofVirtual().start(pair.server.engine.getDelegatedTask());
    running.await();

    SSLEngineResult result = pair.server.wrap(pair.client, "");
    wrapped.countDown();
    task.join();

    assertThat(result.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_TASK);
    assertThat(result.bytesProduced()).isZero();
    assertThat(pair.server.engine.getHandshakeStatus()).isEqualTo(HandshakeStatus.NEED_WRAP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void no_keys_are_exported_once_both_directions_are_closed(String protocol) throws Exception {
    EnginePair pair = pair(protocol).handshake();
    ExtendedSSLSession session = (ExtendedSSLSession) pair.client.engine.getSession();
    pair.client.engine.closeOutbound();
    pair.client.wrap(pair.server, "");
    pair.server.unwrapAll();
    assertThat(session.exportKeyingMaterialData("label", null, 16)).hasSize(16);

    pair.server.engine.closeOutbound();
    pair.server.wrap(pair.client, "");
    pair.client.unwrapAll();

    assertThat(pair.client.engine.isInboundDone()).isTrue();
    assertThatThrownBy(() -> session.exportKeyingMaterialData("label", null, 16))
        .isInstanceOf(SSLKeyException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void the_largest_record_fits_the_buffer_that_is_announced(String protocol) throws Exception {
    EnginePair pair = pair(protocol).handshake();
    int room = pair.server.engine.getSession().getApplicationBufferSize();
    ByteBuffer wire = ByteBuffer.allocate(20_000);
    ByteBuffer data = ByteBuffer.allocate(16_384);
    SSLEngineResult sent = pair.client.engine.wrap(data, wire);
    assertThat(sent.bytesConsumed()).isEqualTo(16_384);
    pair.server.unwrapAll();

    SSLEngineResult taken = pair.server.engine.unwrap(wire.flip(), ByteBuffer.allocate(room));

    assertThat(taken.bytesProduced()).isEqualTo(16_384);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_session_is_not_valid_after_a_failure(String protocol) throws Exception {
    EnginePair pair = pair(protocol).handshake();
    ByteBuffer wire = ByteBuffer.allocate(20_000);
    pair.client.engine.wrap(ByteBuffer.wrap(new byte[10]), wire);
    pair.server.unwrapAll();
    wire.flip();
    wire.put(wire.limit() - 1, (byte) ~wire.get(wire.limit() - 1));

    assertThatThrownBy(() -> pair.server.engine.unwrap(wire, ByteBuffer.allocate(20_000)))
        .isInstanceOf(SSLException.class);

    assertThat(pair.server.engine.getSession().isValid()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_server_that_has_closed_answers_no_hello(String protocol) throws Exception {
    EnginePair pair = pair(protocol);
    pair.server.engine.beginHandshake();
    pair.server.engine.closeOutbound();
    ByteBuffer wire = ByteBuffer.allocate(20_000);
    while (!pair.server.engine.isOutboundDone()) {
      pair.server.engine.wrap(ByteBuffer.allocate(0), wire);
    }
    ByteBuffer hello = ByteBuffer.allocate(20_000);
    pair.client.engine.beginHandshake();
    pair.client.engine.wrap(ByteBuffer.allocate(0), hello);

    pair.server.engine.unwrap(hello.flip(), ByteBuffer.allocate(20_000));
    for (Runnable task; (task = pair.server.engine.getDelegatedTask()) != null; ) {
      task.run();
    }

    assertThat(pair.server.engine.isOutboundDone()).isTrue();
  }
}
