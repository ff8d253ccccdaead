package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.millrace.s3.http.NoConnectionFreeException;
import dev.millrace.s3.testing.ScriptedServer;
import dev.millrace.s3.testing.TestCertificate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.ProtocolNegotiation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.utils.AttributeMap;

/// The options of [SdkHttpConfigurationOption], and those that this client adds.
class ClientOptionsTest {
  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir private Path folder;

  @Test
  void what_the_builder_says_goes_before_the_service_and_that_before_all() throws Exception {
    AttributeMap service =
        AttributeMap.builder()
            .put(SdkHttpConfigurationOption.MAX_CONNECTIONS, 7)
            .put(SdkHttpConfigurationOption.PROTOCOL, Protocol.HTTP2)
            .build();
    try (SdkHttpClient client =
            MillraceHttpClient.builder().protocol(Protocol.HTTP1_1).buildWithDefaults(service);
        SdkHttpClient own =
            MillraceHttpClient.builder()
                .protocol(Protocol.HTTP1_1)
                .maxConnections(3)
                .buildWithDefaults(service);
        SdkHttpClient plain = MillraceHttpClient.create()) {
      assertThat(((MillraceHttpClient) client).transport().standing().max()).isEqualTo(7);
      assertThat(((MillraceHttpClient) own).transport().standing().max()).isEqualTo(3);
      assertThat(((MillraceHttpClient) plain).transport().standing().max()).isEqualTo(50);
    }
  }

  @Test
  void http_2_is_refused() {
    assertThatThrownBy(() -> MillraceAsyncHttpClient.builder().protocol(Protocol.HTTP2).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HTTP/1.1 only");
  }

  @Test
  void http_1_may_be_negotiated() throws Exception {
    try (ScriptedServer server = answering();
        SdkHttpClient client =
            MillraceHttpClient.builder()
                .buildWithDefaults(
                    AttributeMap.builder()
                        .put(
                            SdkHttpConfigurationOption.PROTOCOL_NEGOTIATION,
                            ProtocolNegotiation.ALPN)
                        .build())) {
      assertThat(get(client, server.endpoint()).httpResponse().isSuccessful()).isTrue();
    }
  }

  @Test
  void a_server_that_takes_nothing_is_given_up() throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        SdkHttpClient client = MillraceHttpClient.builder().writeTimeout(SHORT).build()) {
      byte[] much = new byte[32 << 20];
      SdkHttpFullRequest request =
          SdkHttpFullRequest.builder()
              .method(SdkHttpMethod.PUT)
              .uri(URI.create("http://127.0.0.1:" + deaf.getLocalPort()))
              .putHeader("Content-Length", Integer.toString(much.length))
              .build();
      assertThatThrownBy(
              client.prepareRequest(
                      HttpExecuteRequest.builder()
                          .request(request)
                          .contentStreamProvider(() -> new ByteArrayInputStream(much))
                          .build())
                  ::call)
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void a_server_that_makes_no_handshake_is_given_up() throws Exception {
    try (ServerSocket deaf = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        SdkHttpClient client = MillraceHttpClient.builder().tlsNegotiationTimeout(SHORT).build()) {
      URI uri = URI.create("https://127.0.0.1:" + deaf.getLocalPort());
      assertThatThrownBy(() -> get(client, uri)).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void a_host_that_answers_no_call_is_given_up() throws Exception {
    // A listener whose queue is full drops the packets of those who want to connect.
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        SdkHttpClient client =
            MillraceHttpClient.builder().connectionTimeout(SHORT).readTimeout(SHORT).build()) {
      URI uri = URI.create("http://127.0.0.1:" + full.getLocalPort());
      CompletableFuture<?>[] waiting = new CompletableFuture<?>[4];
      AtomicInteger notConnected = new AtomicInteger();
      for (int i = 0; i < waiting.length; i++) {
        waiting[i] =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    get(client, uri);
                  } catch (SocketTimeoutException e) {
                    if (e.getMessage().startsWith("cannot connect")) {
                      notConnected.incrementAndGet();
                    }
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                },
                Thread::startVirtualThread);
      }
      CompletableFuture.allOf(waiting).join();
      assertThat(notConnected).hasPositiveValue();
    }
  }

  @Test
  void connections_are_bounded_and_so_are_those_who_wait_and_for_how_long() throws Exception {
    try (ScriptedServer server = answering();
        SdkHttpClient client =
            MillraceHttpClient.builder()
                .maxConnections(1)
                .maxPendingConnectionAcquires(1)
                .connectionAcquisitionTimeout(Duration.ofMillis(300))
                .build()) {
      HttpExecuteResponse first = get(client, server.endpoint());
      CompletableFuture<Void> second =
          CompletableFuture.runAsync(
              () ->
                  assertThatThrownBy(() -> get(client, server.endpoint()))
                      .isInstanceOf(NoConnectionFreeException.class)
                      .hasMessageContaining("300 ms"),
              Thread::startVirtualThread);
      Probe.await(() -> ((MillraceHttpClient) client).transport().standing().pending() == 1);
      assertThatThrownBy(() -> get(client, server.endpoint()))
          .isInstanceOf(NoConnectionFreeException.class)
          .hasMessageContaining("more than 1");
      second.join();
      first.responseBody().orElseThrow().close();
      get(client, server.endpoint()).responseBody().orElseThrow().close();
    }
  }

  @Test
  void connections_are_used_for_as_long_as_they_may_live() throws Exception {
    for (boolean limited : new boolean[] {true, false}) {
      Duration life = limited ? Duration.ofNanos(1) : Duration.ZERO;
      try (ScriptedServer server = answering();
          SdkHttpClient client = MillraceHttpClient.builder().connectionTimeToLive(life).build()) {
        get(client, server.endpoint()).responseBody().orElseThrow().close();
        get(client, server.endpoint()).responseBody().orElseThrow().close();
        assertThat(server.connections()).isEqualTo(limited ? 2 : 1);
      }
    }
  }

  @Test
  void connections_are_kept_for_as_long_as_they_may_idle() throws Exception {
    try (ScriptedServer server = answering();
        SdkHttpClient client =
            MillraceHttpClient.builder()
                .connectionMaxIdleTime(Duration.ofNanos(1))
                .useIdleConnectionReaper(false)
                .build()) {
      get(client, server.endpoint()).responseBody().orElseThrow().close();
      get(client, server.endpoint()).responseBody().orElseThrow().close();
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void idle_connections_are_closed_by_themselves() throws Exception {
    try (ScriptedServer server = answering();
        SdkHttpClient client = MillraceHttpClient.builder().connectionMaxIdleTime(SHORT).build()) {
      get(client, server.endpoint()).responseBody().orElseThrow().close();
      Probe.await(() -> ((MillraceHttpClient) client).transport().standing().idle() == 0);
    }
  }

  @Test
  void tcp_may_probe_the_connection() throws Exception {
    try (ScriptedServer server = answering();
        SdkHttpClient client = MillraceHttpClient.builder().tcpKeepAlive(true).build()) {
      assertThat(get(client, server.endpoint()).httpResponse().isSuccessful()).isTrue();
    }
  }

  @Test
  void the_keys_of_the_client_are_asked_for() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    MillraceHttpClient.builder()
        .tlsKeyManagersProvider(() -> {
          asked.incrementAndGet();
          return new KeyManager[0];
        })
        .build()
        .close();
    assertThat(asked).hasValue(1);
  }

  @Test
  void a_context_of_ones_own_makes_the_connections() throws Exception {
    TestCertificate certificate = TestCertificate.create(folder);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, TestService.trusting(certificate.pem()).trustManagers(), null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(certificate.server()));
    server.createContext("/", exchange -> exchange.sendResponseHeaders(200, -1));
    server.start();
    URI uri = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    try (SdkHttpClient trusting = MillraceHttpClient.builder().tlsContext(context).build();
        SdkHttpClient doubting = MillraceHttpClient.create()) {
      assertThat(get(trusting, uri).httpResponse().isSuccessful()).isTrue();
      assertThatThrownBy(() -> get(doubting, uri)).isInstanceOf(SSLHandshakeException.class);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void a_context_of_ones_own_excludes_what_it_has_already() throws Exception {
    SSLContext context = SSLContext.getDefault();
    MillraceHttpClient.Builder trust =
        MillraceHttpClient.builder().tlsContext(context).tlsTrustManagersProvider(() -> null);
    MillraceHttpClient.Builder keys =
        MillraceHttpClient.builder().tlsContext(context).tlsKeyManagersProvider(() -> null);
    assertThatThrownBy(trust::build).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(keys::build).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_resolver_is_asked_for_addresses() throws Exception {
    try (ScriptedServer server = answering();
        SdkHttpClient client =
            MillraceHttpClient.builder()
                .resolver(_ -> List.of(InetAddress.getLoopbackAddress()))
                .build()) {
      URI uri = URI.create("http://bucket.test:" + server.endpoint().getPort());
      assertThat(get(client, uri).httpResponse().isSuccessful()).isTrue();
      assertThat(server.heads().getFirst()).contains("Host: bucket.test:");
    }
  }

  @Test
  void a_proxy_is_told_who_one_is_and_not_used_for_all_hosts() throws Exception {
    try (ScriptedServer proxy = answering();
        ScriptedServer server = answering();
        SdkHttpClient client =
            MillraceHttpClient.builder()
                .proxyConfiguration(
                    ProxyConfiguration.builder()
                        .endpoint(proxy.endpoint())
                        .username("me")
                        .password("secret")
                        .addNonProxyHost("127.*")
                        .addNonProxyHost(".inside.test")
                        .build())
                .build()) {
      get(client, URI.create("http://outside.test/x?y"));
      get(client, server.endpoint());
      assertThat(proxy.heads())
          .singleElement()
          .satisfies(head ->
              assertThat(head)
                  .startsWith("GET http://outside.test/x?y HTTP/1.1\r\n")
                  .contains("Proxy-Authorization: Basic bWU6c2VjcmV0\r\n"));
      assertThat(server.heads()).hasSize(1);
      assertThatThrownBy(() -> get(client, URI.create("http://s3.inside.test:1/")))
          .isInstanceOf(UnknownHostException.class);
      assertThat(proxy.heads()).hasSize(1);
    }
  }

  @Test
  void a_proxy_that_makes_no_sense_is_refused() {
    for (String endpoint :
        new String[] {"ftp://p:1", "http://p", "http://me@p:1", "http://p:1/x"}) {
      assertThatThrownBy(() -> ProxyConfiguration.builder().endpoint(URI.create(endpoint)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(ProxyConfiguration.none()).hasToString("http: direct, https: direct");
  }

  private static ScriptedServer answering() throws IOException {
    return ScriptedServer.start("hello", "HTTP/1.1 200", "Content-Length: 5");
  }

  private static HttpExecuteResponse get(SdkHttpClient client, URI uri) throws IOException {
    SdkHttpFullRequest request =
        SdkHttpFullRequest.builder().method(SdkHttpMethod.GET).uri(uri).build();
    return client.prepareRequest(HttpExecuteRequest.builder().request(request).build()).call();
  }
}
