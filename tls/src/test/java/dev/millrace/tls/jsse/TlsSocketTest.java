package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.testing.TestIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.HandshakeCompletedEvent;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsSocketTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    threads.shutdownNow();
  }

  static Stream<Arguments> sides() {
    List<Arguments> all = new ArrayList<>();
    for (String protocol : List.of("TLSv1.3", "TLSv1.2")) {
      all.add(arguments(TestContexts.OURS, TestContexts.OURS, protocol));
      all.add(arguments(TestContexts.OURS, TestContexts.JDK, protocol));
      all.add(arguments(TestContexts.JDK, TestContexts.OURS, protocol));
    }
    return all.stream();
  }

  /// A client and a server's socket that are connected.
  private record Pair(SSLSocket client, SSLSocket server) {}

  private Pair connect(SSLContext clientContext, SSLContext serverContext) throws Exception {
    SSLServerSocket listener =
        (SSLServerSocket)
            serverContext
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress());
    open.add(listener);
    Future<Socket> accepted = threads.submit(listener::accept);
    SSLSocket client =
        (SSLSocket)
            clientContext.getSocketFactory().createSocket("localhost", listener.getLocalPort());
    open.add(client);
    SSLSocket server = (SSLSocket) accepted.get();
    open.add(server);
    return new Pair(client, server);
  }

  private Pair ours() throws Exception {
    SSLContext context = TestContexts.OURS.with(IDENTITY);
    return connect(context, context);
  }

  private static String read(SSLSocket socket, int length) throws IOException {
    return new String(socket.getInputStream().readNBytes(length), UTF_8);
  }

  private static void write(SSLSocket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  @ParameterizedTest
  @MethodSource("sides")
  void much_data_goes_both_ways_at_once(TestContexts client, TestContexts server, String protocol)
      throws Exception {
    SSLContext clients = client.with(IDENTITY);
    SSLContext servers = server.with(IDENTITY);
    for (int connection = 0; connection < 2; connection++) {
      Pair pair = connect(clients, servers);
      SSLParameters parameters = pair.client.getSSLParameters();
      parameters.setProtocols(new String[] {protocol});
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      pair.client.setSSLParameters(parameters);
      byte[] data = new byte[1_000_000];
      new Random(connection).nextBytes(data);
      Future<byte[]> echoed =
          threads.submit(() -> {
            byte[] all = pair.server.getInputStream().readNBytes(data.length);
            pair.server.getOutputStream().write(all);
            return all;
          });
      Future<?> _ =
          threads.submit(() -> {
            pair.client.getOutputStream().write(data);
            return null;
          });

      assertThat(pair.client.getInputStream().readNBytes(data.length)).isEqualTo(data);
      assertThat(echoed.get()).isEqualTo(data);
      assertThat(pair.client.getSession().getProtocol()).isEqualTo(protocol);
      pair.client.close();
      assertThat(pair.server.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void a_read_that_times_out_can_be_tried_again() throws Exception {
    Pair pair = ours();
    Future<?> handshake = startHandshake(pair.server);
    pair.client.startHandshake();
    handshake.get();
    pair.client.setSoTimeout(20);

    assertThatThrownBy(() -> pair.client.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    write(pair.server, "late");
    pair.client.setSoTimeout(0);
    assertThat(read(pair.client, 4)).isEqualTo("late");
  }

  @Test
  void a_handshake_that_times_out_can_be_tried_again() throws Exception {
    Pair pair = ours();
    pair.client.setSoTimeout(20);

    assertThatThrownBy(pair.client::startHandshake).isInstanceOf(SocketTimeoutException.class);
    Future<?> handshake = startHandshake(pair.server);
    pair.client.setSoTimeout(0);
    pair.client.startHandshake();
    handshake.get();
  }

  @Test
  void to_close_a_socket_wakes_who_reads_from_it() throws Exception {
    Pair pair = ours();
    Future<?> handshake = startHandshake(pair.server);
    pair.client.startHandshake();
    handshake.get();
    Future<Integer> reading = threads.submit(() -> pair.client.getInputStream().read());

    pair.client.close();

    assertThatThrownBy(reading::get).hasCauseInstanceOf(SocketException.class);
    assertThat(pair.client.isClosed()).isTrue();
    assertThatThrownBy(pair.client::getInputStream).isInstanceOf(SocketException.class);
  }

  @Test
  void a_handshake_ends_where_the_input_is_shut_down() throws Exception {
    Pair pair = ours();
    Future<?> handshake =
        threads.submit(() -> {
          pair.client.startHandshake();
          return null;
        });

    try {
      pair.client.shutdownInput();
    } catch (SSLException e) {
      // As the JDK has it, unless the handshake had not begun yet.
    }

    assertThatThrownBy(() -> handshake.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void one_direction_can_be_shut_down() throws Exception {
    Pair pair = ours();
    Future<?> _ =
        threads.submit(() -> {
          write(pair.client, "request");
          pair.client.shutdownOutput();
          return null;
        });

    assertThat(new String(pair.server.getInputStream().readAllBytes(), UTF_8)).isEqualTo("request");
    write(pair.server, "answer");
    assertThat(read(pair.client, 6)).isEqualTo("answer");
    assertThat(pair.client.isOutputShutdown()).isTrue();
    assertThatThrownBy(() -> write(pair.client, "more")).isInstanceOf(SocketException.class);
  }

  @Test
  void an_end_without_close_notify_is_not_taken_for_the_end_of_the_data() throws Exception {
    SSLContext context = TestContexts.OURS.with(IDENTITY);
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Socket plain = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
      SSLSocket server = (SSLSocket) layeredServer(context, listener.accept(), null);
      SSLSocket client =
          (SSLSocket) context.getSocketFactory().createSocket(plain, "localhost", 1, true);
      Future<?> handshake = startHandshake(server);
      client.startHandshake();
      handshake.get();

      plain.close();

      assertThatThrownBy(() -> server.getInputStream().read())
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("close_notify");
    }
  }

  @Test
  void a_layered_socket_leaves_the_other_open_and_usable() throws Exception {
    SSLContext context = TestContexts.OURS.with(IDENTITY);
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket ofClient = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
        Socket ofServer = listener.accept()) {
      SSLSocket client =
          (SSLSocket) context.getSocketFactory().createSocket(ofClient, "localhost", 1, false);
      SSLSocket server = (SSLSocket) context.getSocketFactory().createSocket(ofServer, null, false);
      Future<?> closing =
          threads.submit(() -> {
            assertThat(read(server, 3)).isEqualTo("tls");
            server.close();
            return null;
          });
      write(client, "tls");
      client.close();
      closing.get();

      ofClient.getOutputStream().write("plain".getBytes(UTF_8));
      assertThat(ofServer.getInputStream().readNBytes(5)).isEqualTo("plain".getBytes(UTF_8));
    }
  }

  @Test
  void bytes_that_were_read_before_come_first() throws Exception {
    SSLContext context = TestContexts.OURS.with(IDENTITY);
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      SSLSocket client =
          (SSLSocket) context.getSocketFactory().createSocket("localhost", listener.getLocalPort());
      open.add(client);
      Future<?> handshake = startHandshake(client);
      Socket transport = listener.accept();
      byte[] peeked = transport.getInputStream().readNBytes(11);
      SSLSocket server =
          (SSLSocket) layeredServer(context, transport, new ByteArrayInputStream(peeked));

      server.startHandshake();
      handshake.get();
      write(client, "hello");
      assertThat(read(server, 5)).isEqualTo("hello");
    }
  }

  private Socket layeredServer(SSLContext context, Socket transport, InputStream consumed)
      throws IOException {
    Socket server = context.getSocketFactory().createSocket(transport, consumed, true);
    open.add(server);
    return server;
  }

  @Test
  void listeners_are_told_of_the_session() throws Exception {
    Pair pair = ours();
    CompletableFuture<HandshakeCompletedEvent> told = new CompletableFuture<>();
    pair.client.addHandshakeCompletedListener(told::complete);
    Future<?> handshake = startHandshake(pair.server);
    pair.client.startHandshake();
    handshake.get();

    HandshakeCompletedEvent event = told.get(10, TimeUnit.SECONDS);
    assertThat(event.getSocket()).isSameAs(pair.client);
    assertThat(event.getSession()).isSameAs(pair.client.getSession());
  }

  @Test
  void a_session_that_cannot_be_had_is_not_valid() throws Exception {
    SSLContext stranger = TlsConfig.defaults().newContext(null, null, null);
    Pair pair = connect(stranger, TestContexts.OURS.with(IDENTITY));
    Future<?> handshake = startHandshake(pair.server);

    SSLSession session = pair.client.getSession();

    assertThat(session.isValid()).isFalse();
    assertThat(session.getCipherSuite()).isEqualTo("SSL_NULL_WITH_NULL_NULL");
    assertThatThrownBy(handshake::get)
        .hasCauseInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("unknown_ca");
  }

  @Test
  void keys_can_be_renewed_in_tls13() throws Exception {
    Pair pair = ours();
    Future<?> handshake = startHandshake(pair.server);
    pair.client.startHandshake();
    handshake.get();
    pair.client.startHandshake();
    write(pair.client, "new keys");

    assertThat(read(pair.server, 8)).isEqualTo("new keys");
  }

  @Test
  void a_handshake_that_is_complete_is_not_made_again_in_tls12() throws Exception {
    Pair pair = ours();
    pair.client.setEnabledProtocols(new String[] {"TLSv1.2"});
    Future<?> handshake = startHandshake(pair.server);
    pair.client.startHandshake();
    handshake.get();
    SSLSession session = pair.client.getSession();

    pair.client.startHandshake();
    write(pair.client, "as before");

    assertThat(read(pair.server, 9)).isEqualTo("as before");
    assertThat(pair.client.getSession()).isSameAs(session);
  }

  @Test
  void an_output_that_is_shut_down_within_a_write_ends_with_close_notify() throws Exception {
    Pair pair = ours();
    Future<?> writing =
        threads.submit(() -> {
          pair.client.getOutputStream().write(new byte[100_000_000]);
          return null;
        });
    read(pair.server, 1);

    pair.client.shutdownOutput();
    long rest = pair.server.getInputStream().transferTo(OutputStream.nullOutputStream());

    assertThat(rest).isLessThan(100_000_000 - 1);
    assertThatThrownBy(writing::get)
        .hasCauseInstanceOf(SocketException.class)
        .hasMessageContaining("shut down");
  }

  @Test
  void who_asks_for_the_session_within_the_handshake_sees_none() throws Exception {
    CompletableFuture<Boolean> valid = new CompletableFuture<>();
    KeyManager[] keys = {
      new CuriousKeys(
          IDENTITY, socket -> valid.complete(((SSLSocket) socket).getSession().isValid()))
    };
    SSLContext servers = TlsConfig.defaults().newContext(keys, new TrustManager[0], null);
    Pair pair = connect(TestContexts.OURS.with(IDENTITY), servers);
    Future<?> handshake = startHandshake(pair.server);

    pair.client.startHandshake();
    handshake.get();

    assertThat(valid).isCompletedWithValue(false);
  }

  private Future<?> startHandshake(SSLSocket socket) {
    return threads.submit(() -> {
      socket.startHandshake();
      return null;
    });
  }
}
