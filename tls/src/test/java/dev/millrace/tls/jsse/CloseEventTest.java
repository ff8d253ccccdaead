package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.testing.TestIdentity;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CloseEventTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);

  private final SSLContext context = context(TlsConfig.defaults());

  private static SSLContext context(TlsConfig config) {
    try {
      return TestContexts.with(config, IDENTITY);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private EnginePair connected() throws SSLException {
    EnginePair pair = new EnginePair(context, context).handshake();
    pair.client.unwrapAll();
    return pair;
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void an_end_that_both_announced_is_told_once_with_what_went_over_it(String version)
      throws Exception {
    FlightRecording recording =
        FlightRecording.of(() -> {
          EnginePair pair = new EnginePair(context, context).protocols(version).handshake();
          pair.send(pair.client, pair.server, "question");
          pair.send(pair.server, pair.client, "answer");
          close(pair);
          assertThat(pair.client.engine.isInboundDone()).isTrue();
          pair.client.engine.closeInbound();
          pair.client.engine.closeOutbound();
        });

    RecordedEvent client = recording.close("client");
    assertThat(client.getString("peerHost")).isEqualTo(EnginePair.HOST);
    assertThat(client.getInt("peerPort")).isEqualTo(EnginePair.PORT);
    assertThat(client.getLong("bytesSent")).isEqualTo("question".length());
    assertThat(client.getLong("bytesReceived")).isEqualTo("answer".length());
    RecordedEvent server = recording.close("server");
    assertThat(server.getLong("bytesSent")).isEqualTo("answer".length());
    assertThat(server.getLong("bytesReceived")).isEqualTo("question".length());
    for (RecordedEvent event : List.of(client, server)) {
      assertThat(event.getString("version")).isEqualTo(version);
      assertThat(event.getString("alertSent")).isEqualTo("close_notify");
      assertThat(event.getString("alertReceived")).isEqualTo("close_notify");
      assertThat(event.getBoolean("truncated")).isFalse();
      assertThat(event.getString("failureReason")).isNull();
      assertThat(event.getLong("recordsSent")).isGreaterThan(2);
      assertThat(event.getLong("recordsReceived")).isGreaterThan(2);
      assertThat(event.getDuration("lifetime")).isPositive().isLessThan(Duration.ofMinutes(1));
    }
  }

  private static void close(EnginePair pair) throws SSLException {
    pair.client.engine.closeOutbound();
    pair.client.wrap(pair.server, "");
    pair.server.unwrapAll();
    pair.server.engine.closeOutbound();
    pair.server.wrap(pair.client, "");
    pair.client.unwrapAll();
  }

  @Test
  void key_updates_are_counted() throws Exception {
    FlightRecording recording =
        FlightRecording.of(() -> {
          EnginePair pair = connected();
          TlsConnection.of(pair.client.engine).updateKeys(true);
          pair.send(pair.client, pair.server, "question");
          pair.send(pair.server, pair.client, "answer");
          close(pair);
        });

    for (String role : List.of("client", "server")) {
      assertThat(recording.close(role).getInt("keyUpdatesSent")).isEqualTo(1);
      assertThat(recording.close(role).getInt("keyUpdatesReceived")).isEqualTo(1);
    }
  }

  @Test
  void a_transport_that_ends_without_a_word_is_told() throws Exception {
    FlightRecording recording =
        FlightRecording.of(() -> {
          EnginePair pair = connected();
          assertThatThrownBy(pair.server.engine::closeInbound).isInstanceOf(SSLException.class);
          pair.server.engine.closeOutbound();
        });

    RecordedEvent server = recording.close("server");
    assertThat(server.getBoolean("truncated")).isTrue();
    assertThat(server.getString("alertReceived")).isNull();
    assertThat(server.getString("alertSent")).isEqualTo("close_notify");
  }

  @Test
  void a_record_that_was_changed_ends_both_sides_with_an_alert() throws Exception {
    FlightRecording recording =
        FlightRecording.of(() -> {
          EnginePair pair = connected();
          pair.client.wrap(pair.server, "data");
          pair.server.spoilLastByte();
          assertThatThrownBy(pair.server::unwrapAll).isInstanceOf(SSLException.class);
          pair.server.wrap(pair.client, "");
          assertThatThrownBy(pair.client::unwrapAll).isInstanceOf(SSLException.class);
        });

    RecordedEvent server = recording.close("server");
    assertThat(server.getString("failureReason")).isEqualTo("BAD_RECORD_MAC");
    assertThat(server.getString("failure")).isEqualTo("record failed authentication");
    assertThat(server.getString("alertSent")).isEqualTo("bad_record_mac");
    assertThat(server.getString("alertReceived")).isNull();
    RecordedEvent client = recording.close("client");
    assertThat(client.getString("failureReason")).isEqualTo("ALERT_BAD_RECORD_MAC");
    assertThat(client.getString("alertReceived")).isEqualTo("bad_record_mac");
  }

  @Test
  void sockets_tell_of_their_end_and_of_whom_they_were_with() throws Exception {
    FlightRecording recording =
        FlightRecording.of(() ->
            withSockets((client, server) -> {
              client.getOutputStream().write("question".getBytes(UTF_8));
              client.close();
            }));

    RecordedEvent client = recording.close("client");
    assertThat(client.getString("peerHost")).isEqualTo("localhost");
    assertThat(client.getInt("peerPort")).isPositive();
    assertThat(client.getString("alertSent")).isEqualTo("close_notify");
    RecordedEvent server = recording.close("server");
    assertThat(server.getString("peerHost")).isEqualTo("127.0.0.1");
    assertThat(server.getInt("peerPort")).isPositive();
    assertThat(server.getString("alertReceived")).isEqualTo("close_notify");
    assertThat(server.getLong("bytesReceived")).isEqualTo("question".length());
    assertThat(recording.handshake("server").getString("peerHost")).isEqualTo("127.0.0.1");
  }

  @Test
  void a_socket_that_is_closed_in_its_handshake_tells_of_both() throws Exception {
    FlightRecording recording =
        FlightRecording.of(() ->
            withSockets((client, _) -> {
              TlsSocket ours = (TlsSocket) client;
              ours.end().begin();
              client.close();
            }));

    assertThat(recording.handshake("client").getString("failureReason")).isEqualTo("CLOSED");
    assertThat(recording.close("client").getString("version")).isNull();
    assertThat(recording.handshake("server").getString("failureReason")).isNotNull();
    assertThat(recording.close("server").getString("failureReason")).isNotNull();
  }

  private interface Talk {
    void with(SSLSocket client, SSLSocket server) throws Exception;
  }

  /// The server reads until its client has ended.
  private void withSockets(Talk talk) throws Exception {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        SSLServerSocket listener =
            (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 1, loopback)) {
      int port = listener.getLocalPort();
      try (SSLSocket client =
              (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
          SSLSocket server = (SSLSocket) listener.accept()) {
        Future<?> reading =
            threads.submit(() -> {
              try (server) {
                return server.getInputStream().readAllBytes();
              }
            });
        talk.with(client, server);
        try {
          reading.get();
        } catch (ExecutionException e) {
          assertThat(e).hasCauseInstanceOf(SSLException.class);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void no_secret_is_in_a_recording(String version) throws Exception {
    List<String> keyLog = new CopyOnWriteArrayList<>();
    SSLContext logged =
        context(TlsConfig.builder().dangerouslyLogKeysTo(keyLog::add).maxEarlyData(1000).build());

    FlightRecording recording =
        FlightRecording.of(() -> {
          for (int i = 0; i < 2; i++) {
            EnginePair pair = new EnginePair(logged, logged).protocols(version);
            TlsConnection.of(pair.client.engine).offerEarlyData("early secret".getBytes(UTF_8));
            pair.handshake();
            pair.send(pair.client, pair.server, "late secret");
            pair.send(pair.server, pair.client, "answered secret");
            close(pair);
          }
        });

    assertThat(recording.events()).hasSize(8);
    assertThat(keyLog).hasSizeGreaterThan(3);
    String raw = new String(recording.bytes(), ISO_8859_1);
    assertThat(raw).doesNotContain("early secret", "late secret", "answered secret");
    for (String line : keyLog) {
      String secret = line.substring(line.lastIndexOf(' ') + 1);
      assertThat(raw)
          .doesNotContainIgnoringCase(secret)
          .doesNotContain(new String(HexFormat.of().parseHex(secret), ISO_8859_1));
    }
  }
}
