package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.TlsConnection.EarlyData;
import dev.millrace.tls.testing.SettableClock;
import dev.millrace.tls.testing.TestIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EarlyDataTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);
  private static final int LIMIT = 30_000;
  private static final int ROOM = 40_000;

  private final SettableClock clock = new SettableClock();
  private final SSLContext client = context(0);
  private final SSLContext server = context(LIMIT);

  private SSLContext context(long maxEarlyData) {
    try {
      return TestContexts.with(
          TlsConfig.builder().clock(clock).maxEarlyData(maxEarlyData).build(), IDENTITY);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private EnginePair connect(SSLContext to, String early) throws SSLException {
    EnginePair pair = new EnginePair(client, to);
    TlsConnection.of(pair.client.engine).offerEarlyData(early.getBytes(UTF_8));
    return pair.handshake();
  }

  private static EarlyData at(EnginePair.End end) {
    return TlsConnection.of(end.engine).earlyData();
  }

  /// The first connection, and the way of its tickets to the client.
  private void meet(SSLContext to) throws SSLException {
    EnginePair pair = connect(to, "nobody sees this");
    assertThat(at(pair.client)).isEqualTo(EarlyData.NONE);
    pair.client.unwrapAll();
  }

  @Test
  void a_server_that_resumes_takes_it() throws Exception {
    meet(server);

    EnginePair pair = connect(server, "early");

    assertThat(at(pair.client)).isEqualTo(EarlyData.ACCEPTED);
    assertThat(at(pair.server)).isEqualTo(EarlyData.ACCEPTED);
    assertThat(pair.server.unwrapAll()).isEqualTo("early");
    assertThat(pair.send(pair.client, pair.server, "late")).isEqualTo("late");
    assertThat(pair.send(pair.server, pair.client, "answer")).isEqualTo("answer");
  }

  @Test
  void a_server_with_other_keys_passes_over_as_much_as_a_client_may_send() throws Exception {
    meet(server);

    EnginePair pair = connect(context(LIMIT), "e".repeat(LIMIT));

    assertThat(at(pair.client)).isEqualTo(EarlyData.REJECTED);
    assertThat(pair.send(pair.client, pair.server, "again")).isEqualTo("again");
  }

  @Test
  void a_ticket_may_be_old_as_long_as_the_client_says_so() throws Exception {
    meet(server);
    clock.advance(Duration.ofHours(2));

    EnginePair pair = connect(server, "early");

    assertThat(pair.server.unwrapAll()).isEqualTo("early");
  }

  @Test
  void nothing_is_sent_that_the_server_would_not_take() throws Exception {
    meet(server);

    EnginePair pair = connect(server, "e".repeat(LIMIT + 1));

    assertThat(at(pair.client)).isEqualTo(EarlyData.NONE);
    assertThat(pair.send(pair.client, pair.server, "late")).isEqualTo("late");
  }

  @Test
  void its_secrets_are_in_both_key_logs() throws Exception {
    List<String> ofClient = new ArrayList<>();
    List<String> ofServer = new ArrayList<>();
    SSLContext clients = logging(ofClient);
    SSLContext servers = logging(ofServer);
    EnginePair first = new EnginePair(clients, servers).handshake();
    first.client.unwrapAll();
    assertThat(early(ofClient)).isEmpty();

    EnginePair pair = new EnginePair(clients, servers);
    TlsConnection.of(pair.client.engine).offerEarlyData("early".getBytes(UTF_8));
    pair.handshake();

    assertThat(early(ofClient)).hasSize(2).isEqualTo(early(ofServer));
    assertThat(early(ofClient).getFirst()).startsWith("CLIENT_EARLY_TRAFFIC_SECRET ");
    assertThat(early(ofClient).getLast()).startsWith("EARLY_EXPORTER_SECRET ");
  }

  private static List<String> early(List<String> log) {
    return log.stream().filter(line -> line.contains("EARLY_")).toList();
  }

  private SSLContext logging(List<String> log) throws GeneralSecurityException {
    return TestContexts.with(
        TlsConfig.builder().clock(clock).maxEarlyData(LIMIT).dangerouslyLogKeysTo(log::add).build(),
        IDENTITY);
  }

  @Test
  void nothing_is_sent_in_a_protocol_that_is_not_offered_any_more() throws Exception {
    speaking("h2").handshake().client.unwrapAll();

    EnginePair pair = speaking("http/1.1");
    TlsConnection.of(pair.client.engine).offerEarlyData("in HTTP/2".getBytes(UTF_8));
    pair.handshake();

    assertThat(TlsConnection.of(pair.client.engine).isResumed()).isTrue();
    assertThat(at(pair.client)).isEqualTo(EarlyData.NONE);
  }

  private EnginePair speaking(String protocol) {
    String[] protocols = {protocol};
    return new EnginePair(client, server)
        .clientParameters(p -> p.setApplicationProtocols(protocols))
        .serverParameters(p -> p.setApplicationProtocols(protocols));
  }

  @Test
  void only_the_first_hello_says_that_it_is_older() throws Exception {
    meet(server);

    assertThat(headers(wrapAll(engine("early")))).containsExactly("16 0301", "14 0303", "17 0303");
  }

  @Test
  void its_change_cipher_spec_is_the_only_one() throws Exception {
    meet(server);
    SSLEngine offering = engine("early");
    SSLEngine asking = retrying().createSSLEngine();
    asking.setUseClientMode(false);

    asking.unwrap(wrapAll(offering), ByteBuffer.allocate(ROOM));
    runTasks(asking);
    ByteBuffer retry = wrapAll(asking);
    while (retry.hasRemaining() && offering.getHandshakeStatus() != HandshakeStatus.NEED_WRAP) {
      offering.unwrap(retry, ByteBuffer.allocate(ROOM));
      runTasks(offering);
    }

    assertThat(TlsConnection.of(offering).earlyData()).isEqualTo(EarlyData.REJECTED);
    assertThat(headers(wrapAll(offering))).containsExactly("16 0303");
  }

  private static SSLContext retrying() throws GeneralSecurityException {
    return TestContexts.with(TlsConfig.builder().groups(List.of("secp384r1")).build(), IDENTITY);
  }

  private SSLEngine engine(String early) {
    SSLEngine engine = client.createSSLEngine(EnginePair.HOST, EnginePair.PORT);
    engine.setUseClientMode(true);
    TlsConnection.of(engine).offerEarlyData(early.getBytes(UTF_8));
    return engine;
  }

  private static ByteBuffer wrapAll(SSLEngine engine) throws SSLException {
    ByteBuffer flight = ByteBuffer.allocate(ROOM);
    do {
      engine.wrap(ByteBuffer.allocate(0), flight);
    } while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
    return flight.flip();
  }

  private static void runTasks(SSLEngine engine) {
    for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
      task.run();
    }
  }

  /// Type and version of each record.
  private static List<String> headers(ByteBuffer records) {
    List<String> headers = new ArrayList<>();
    while (records.hasRemaining()) {
      headers.add("%02x %04x".formatted(records.get(), records.getShort()));
      int length = Short.toUnsignedInt(records.getShort());
      records.position(records.position() + length);
    }
    return headers;
  }

  @Test
  void a_socket_reads_it_before_what_came_later() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int connection = 0; connection < 2; connection++) {
        Future<byte[]> read =
            threads.submit(() -> {
              try (SSLSocket socket = layered(server, listener.accept(), null)) {
                socket.startHandshake();
                socket.getOutputStream().write(1); // the client waits for it, and takes tickets
                return socket.getInputStream().readAllBytes();
              }
            });
        Socket transport = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
        try (SSLSocket socket = layered(client, transport, "localhost")) {
          TlsConnection.of(socket).offerEarlyData("e".repeat(LIMIT).getBytes(UTF_8));
          socket.getOutputStream().write("late".getBytes(UTF_8));
          assertThat(socket.getInputStream().read()).isEqualTo(1);
        }
        String early = "e".repeat(connection * LIMIT);
        assertThat(read.get()).isEqualTo((early + "late").getBytes(UTF_8));
      }
    }
  }

  private static SSLSocket layered(SSLContext context, Socket transport, @Nullable String host)
      throws IOException {
    SSLSocketFactory factory = context.getSocketFactory();
    return (SSLSocket)
        (host == null
            ? factory.createSocket(transport, null, true)
            : factory.createSocket(transport, host, EnginePair.PORT, true));
  }

  @Test
  void it_is_a_clients_and_comes_before_the_handshake() throws Exception {
    EnginePair pair = new EnginePair(client, server).handshake();

    assertThatThrownBy(() -> TlsConnection.of(pair.client.engine).offerEarlyData(new byte[1]))
        .isInstanceOf(IllegalStateException.class);
  }
}
