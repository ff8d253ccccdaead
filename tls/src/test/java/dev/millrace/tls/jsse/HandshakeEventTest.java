package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.testing.TestIdentity;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeEventTest {
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.P256);
  private static final List<String> ROLES = List.of("client", "server");

  private final SSLContext context = context(TlsConfig.defaults());

  private static SSLContext context(TlsConfig config) {
    try {
      return TestContexts.with(config, IDENTITY);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_threshold_leaves_out_what_is_faster_and_nothing_else() throws Exception {
    FlightRecording.Scene scene = () -> new EnginePair(context, context).handshake();

    FlightRecording all = FlightRecording.ofHandshakesFrom(Duration.ofNanos(1), scene);
    FlightRecording none = FlightRecording.ofHandshakesFrom(Duration.ofDays(1), scene);

    assertThat(all.handshake("client").getDuration()).isPositive();
    assertThat(all.handshake("server").getDuration()).isPositive();
    assertThat(none.events()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.3, TLS_AES_256_GCM_SHA384, X25519MLKEM768",
    "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, x25519"
  })
  void a_full_handshake_tells_what_was_agreed_on(String version, String suite, String group)
      throws Exception {
    FlightRecording recording =
        FlightRecording.of(() ->
            new EnginePair(context, context)
                .protocols(version)
                .clientParameters(out -> out.setApplicationProtocols(new String[] {"h2"}))
                .serverParameters(out -> out.setApplicationProtocols(new String[] {"h2"}))
                .handshake());

    for (String role : ROLES) {
      RecordedEvent event = recording.handshake(role);
      assertThat(event.getString("version")).isEqualTo(version);
      assertThat(event.getString("cipherSuite")).isEqualTo(suite);
      assertThat(event.getString("namedGroup")).isEqualTo(group);
      assertThat(event.getString("serverName")).isEqualTo("localhost");
      assertThat(event.getString("applicationProtocol")).isEqualTo("h2");
      assertThat(event.getString("earlyData")).isEqualTo("NONE");
      assertThat(event.getBoolean("resumed")).isFalse();
      assertThat(event.getBoolean("retried")).isFalse();
      assertThat(event.getBoolean("clientAuthenticated")).isFalse();
      assertThat(event.getString("failureReason")).isNull();
      assertThat(event.getDuration()).isPositive().isLessThan(Duration.ofMinutes(1));
      assertThat(event.getStackTrace()).isNull();
    }
    RecordedEvent client = recording.handshake("client");
    assertThat(client.getString("peerHost")).isEqualTo(EnginePair.HOST);
    assertThat(client.getInt("peerPort")).isEqualTo(EnginePair.PORT);
    assertThat(client.getString("peerSignatureScheme")).isEqualTo("ecdsa_secp256r1_sha256");
    assertThat(client.getString("localSignatureScheme")).isNull();
    RecordedEvent server = recording.handshake("server");
    assertThat(server.getString("peerHost")).isNull();
    assertThat(server.getInt("peerPort")).isEqualTo(-1);
    assertThat(server.getString("localSignatureScheme")).isEqualTo("ecdsa_secp256r1_sha256");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_resumed_handshake_says_so(String version) throws Exception {
    EnginePair first = new EnginePair(context, context).protocols(version).handshake();
    first.client.unwrapAll();

    FlightRecording recording =
        FlightRecording.of(() -> new EnginePair(context, context).protocols(version).handshake());

    assertThat(recording.handshake("client").getBoolean("resumed")).isTrue();
    assertThat(recording.handshake("server").getBoolean("resumed")).isTrue();
  }

  @Test
  void a_retry_and_a_clients_certificate_are_told() throws Exception {
    FlightRecording recording =
        FlightRecording.of(() ->
            new EnginePair(context, context)
                .serverParameters(out -> out.setNamedGroups(new String[] {"secp521r1"}))
                .serverParameters(out -> out.setNeedClientAuth(true))
                .handshake());

    for (String role : ROLES) {
      RecordedEvent event = recording.handshake(role);
      assertThat(event.getBoolean("retried")).isTrue();
      assertThat(event.getBoolean("clientAuthenticated")).isTrue();
      assertThat(event.getString("namedGroup")).isEqualTo("secp521r1");
      assertThat(event.getString("peerSignatureScheme")).isEqualTo("ecdsa_secp256r1_sha256");
    }
  }

  @Test
  void what_became_of_early_data_is_told() throws Exception {
    SSLContext server = context(TlsConfig.builder().maxEarlyData(100).build());
    EnginePair first = new EnginePair(context, server).handshake();
    first.client.unwrapAll();

    FlightRecording recording =
        FlightRecording.of(() -> {
          EnginePair pair = new EnginePair(context, server);
          TlsConnection.of(pair.client.engine).offerEarlyData("early".getBytes(UTF_8));
          pair.handshake();
        });

    assertThat(recording.handshake("client").getString("earlyData")).isEqualTo("ACCEPTED");
    assertThat(recording.handshake("server").getString("earlyData")).isEqualTo("ACCEPTED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void a_handshake_that_fails_tells_why(String version) throws Exception {
    SSLContext stranger = TlsConfig.defaults().newContext(null, null, null);

    FlightRecording recording =
        FlightRecording.of(() -> {
          EnginePair pair = new EnginePair(stranger, context).protocols(version);
          assertThatThrownBy(pair::handshake).isInstanceOf(SSLException.class);
          pair.client.wrap(pair.server, "");
          assertThatThrownBy(pair.server::unwrapAll).isInstanceOf(SSLException.class);
        });

    RecordedEvent client = recording.handshake("client");
    assertThat(client.getString("version")).isEqualTo(version);
    assertThat(client.getString("failureReason")).isEqualTo("CERTIFICATE_REJECTED");
    assertThat(client.getString("failure")).isNotEmpty();
    assertThat(client.getString("alertSent")).isEqualTo("unknown_ca");
    RecordedEvent server = recording.handshake("server");
    assertThat(server.getString("failureReason")).isEqualTo("ALERT_UNKNOWN_CA");
    assertThat(server.getString("alertSent")).isNull();
    assertThat(server.getString("alertReceived")).isEqualTo("unknown_ca");
    for (String role : ROLES) {
      assertThat(recording.close(role).getString("failureReason"))
          .isEqualTo(recording.handshake(role).getString("failureReason"));
    }
  }

  @Test
  void so_does_one_in_which_nothing_of_tls_was_said() throws Exception {
    FlightRecording recording =
        FlightRecording.of(() -> {
          SSLEngine server = context.createSSLEngine();
          server.setUseClientMode(false);
          ByteBuffer http = ByteBuffer.wrap("GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
          assertThatThrownBy(() -> server.unwrap(http, ByteBuffer.allocate(100)))
              .isInstanceOf(SSLException.class);
        });

    RecordedEvent event = recording.handshake("server");
    assertThat(event.getString("version")).isNull();
    assertThat(event.getString("failureReason")).isEqualTo("NOT_TLS");
    assertThat(event.getString("failure")).isEqualTo("not a TLS record");
    assertThat(event.getString("alertSent")).isEqualTo("unexpected_message");
    assertThat(recording.close("server").getString("failureReason")).isEqualTo("NOT_TLS");
  }

  @Test
  void one_that_is_given_up_is_a_failure_too() throws Exception {
    FlightRecording recording =
        FlightRecording.of(() -> {
          SSLEngine client = context.createSSLEngine("localhost", 443);
          client.setUseClientMode(true);
          client.beginHandshake();
          client.closeOutbound();
          assertThatThrownBy(client::closeInbound).isInstanceOf(SSLException.class);
        });

    RecordedEvent event = recording.handshake("client");
    assertThat(event.getString("failureReason")).isEqualTo("CLOSED");
    assertThat(event.getString("failure")).isEqualTo("closed before the handshake was complete");
    assertThat(recording.close("client").getString("failureReason")).isNull();
  }
}
