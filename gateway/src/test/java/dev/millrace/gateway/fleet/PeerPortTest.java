package dev.millrace.gateway.fleet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.certificate.ServerCertificate;
import dev.millrace.gateway.settings.Settings.CertificateFiles;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.testing.TestCertificate;
import dev.millrace.tls.TlsConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a node answers to whoever connects to its address in the fleet.
@Timeout(60)
class PeerPortTest {
  private static final int SLICE = 8 << 20;
  private static final String VERSION = "If-Match: \"1\"\r\n";

  @TempDir private static Path folder;
  private static CountingOrigin origin;
  private static TestFleet fleet;
  private static Node node;
  private static SSLContext tls;
  private static TestCertificate other;
  private static String rest;

  @BeforeAll
  static void start_a_node() throws IOException {
    origin = new CountingOrigin(SLICE + 20);
    fleet = new TestFleet(folder, origin, 1, 0);
    // One try of the origin, so that its patience does not lengthen that with clients.
    fleet.start(
        "gw-1",
        "slice-size",
        "8MiB",
        "memory-size",
        "256MiB",
        "origin-fetches",
        "4",
        "client-timeout",
        "1s",
        "attempts",
        "1",
        "connect-timeout",
        "500ms",
        "read-timeout",
        "500ms");
    rest = new String(origin.bytes("k"), SLICE + 5, 15, ISO_8859_1);
    other = TestCertificate.create(folder);
    tls = fleet.tls();
    node = fleet.members().nodes().getFirst();
  }

  @AfterAll
  static void stop() throws IOException {
    fleet.close();
    origin.close();
  }

  @AfterEach
  void others_are_served() throws IOException {
    assertThat(ask("GET", slice(1, 20), VERSION + "Range: bytes=5-19\r\n"))
        .startsWith("HTTP/1.1 206")
        .contains("Content-Range: bytes 5-19/20\r\n")
        .endsWith(rest);
  }

  @Test
  void a_node_says_that_it_is_there_and_what_it_knows() throws IOException {
    assertThat(ask("HEAD", "/mill", "")).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
    assertThat(ask("GET", "/", ""))
        .startsWith("HTTP/1.1 200")
        .contains("\r\n\r\n1 node, epoch 1, as gw-1 sees them\n");
  }

  @Test
  void who_comes_again_resumes() throws IOException {
    others_are_served();
    try (SSLSocket socket = (SSLSocket) connected()) {
      socket.startHandshake();
      assertThat(TlsConnection.of(socket).isResumed()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void who_shows_no_certificate_gets_no_answer(TlsImplementation tls) throws Exception {
    assertNoAnswer(tls.context(null, TrustAnchors.trustManagers(TestFleet.authority())));
  }

  @ParameterizedTest
  @EnumSource
  void who_shows_one_of_another_authority_gets_no_answer(TlsImplementation tls) throws Exception {
    ServerCertificate shown =
        ServerCertificate.read(new CertificateFiles(other.pem(), other.key()));
    assertNoAnswer(
        tls.context(
            new KeyManager[] {new Insistent(shown)},
            TrustAnchors.trustManagers(TestFleet.authority())));
  }

  @Test
  void without_tls_there_is_no_answer() throws IOException {
    try (Socket socket = new Socket(node.host(), node.port())) {
      send(socket, "GET / HTTP/1.1\r\nHost: h\r\n\r\n");
      assertThat(answer(socket)).doesNotContain("HTTP");
    }
  }

  @Test
  void the_port_of_clients_knows_nothing_of_what_nodes_ask() throws Exception {
    assertThat(
            fleet
                .gateway("gw-1")
                .get(slice(1, 20), "If-Match", "\"1\"", "Range", "bytes=0-19")
                .headers()
                .firstValue("content-range"))
        .hasValue("bytes 0-19/" + (SLICE + 20));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "POST", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"})
  void nothing_can_be_done_but_reading(String method) throws IOException {
    for (String path : List.of("/", "/mill", slice(1, 20))) {
      assertError(ask(method, path, VERSION + "Range: bytes=0-19\r\n"), 405);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/?",
        "/?0",
        "/?x",
        "/?-1",
        "/?1000000000000000000",
        "/mill",
        "/mill/",
        "/mill/k",
        "/mill/0/k",
        "/mill/x/k",
        "/mill/1/k?what",
        "/mill/1/%zz",
        "/mill/1000000000000000000/k"
      })
  void what_is_no_purge_is_refused(String target) throws IOException {
    assertError(ask("PURGE", target, ""), 400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/?1", "/mill/1/k", "/mill/1/", "/mill/1/?prefix", "/mill/1/a%2Fb?prefix"})
  void another_node_can_have_objects_purged(String target) throws IOException {
    assertThat(ask("PURGE", target, "")).startsWith("HTTP/1.1 200");
  }

  @Test
  void the_head_of_a_slice_is_not_to_be_had_without_it() throws IOException {
    assertThat(ask("HEAD", slice(1, 20), VERSION + "Range: bytes=0-19\r\n"))
        .startsWith("HTTP/1.1 405")
        .contains("Allow: GET\r\n")
        .endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "/other,404",
    "/other/8388608/1/20/k,404",
    "//,404",
    "/mill/,400",
    "/mill/k,400",
    "/mill/8388608/1/20/0/,400",
    "/mill/8388608/1/20/x/k,400",
    "/mill/8388608/0/8388609/0/k,400",
    "/mill/8388608/0/0/0/k,400",
    "/mill/8388608/999999999999999999/20/0/k,400",
    "/mill/4194304/1/20/0/k,400",
    "/mill/8388608/-1/20/0/k,400",
    "/mill/%zz,400",
    "/mill/%ff,400",
    "/%00,404",
    "/mill/%00,400",
    "/mill/../../etc/passwd,400",
    "/mill/8388608/1/20/0/../k,404",
    "/mill/8388608/1/20/0/%2e%2e/k,404"
  })
  void what_is_no_slice_is_refused(String path, int status) throws IOException {
    assertError(ask("GET", path, VERSION + "Range: bytes=0-19\r\n"), status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "|400",
        "If-Match: \"1\"|400",
        "Range: bytes=0-19|400",
        "If-Match: \"1\";Range: bytes=0-18|416",
        "If-Match: \"1\";Range: bytes=20-|416",
        "If-Match: \"1\";Range: bytes=0-1,5-19|416",
        "If-Match: \"1\";Range: bytes=19-0|416",
        "If-Match: \"1\";Range: bytes=-0|416",
        "If-Match: \"1\";Range: pages=0-19|416",
        "If-Match: \"1\";Range: bytes|416"
      })
  void a_slice_is_asked_for_in_a_version_and_to_its_end(String headers, int status)
      throws IOException {
    String lines = headers == null ? "" : headers.replace(";", "\r\n") + "\r\n";
    assertError(ask("GET", slice(1, 20), lines), status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GARBAGE\r\n\r\n",
        "GET\r\n\r\n",
        "GET /mill\r\n\r\n",
        "GET  HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET mill HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET * HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /mill HTTP/9.9\r\nHost: h\r\n\r\n",
        "GET /mill HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "GET /mill HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\0\1\2\3\4\5\6\7\r\n\r\n"
      })
  void a_malformed_request_is_refused(String request) throws IOException {
    try (Socket socket = connected()) {
      send(socket, request);
      String answer = answer(socket);
      if (!answer.isEmpty()) {
        assertThat(answer).matches("(?s)HTTP/1\\.1 4\\d\\d .*").contains("<Error>");
      }
    }
  }

  @Test
  void the_longest_key_that_there_can_be_is_served() throws IOException {
    String path = "/mill/8388608/1/20/0/" + "%C3%A9".repeat(512);
    assertThat(ask("GET", path, VERSION + "Range: bytes=0-19\r\n")).startsWith("HTTP/1.1 206");
  }

  @Test
  void a_version_that_the_origin_has_not_got_is_a_failure_of_the_origin() throws IOException {
    String answer = ask("GET", slice(1, 20), "If-Match: \"0\"\r\nRange: bytes=0-19\r\n");
    assertError(answer, 502);
    assertThat(answer).contains("The object keeps changing while it is read.");
  }

  @Test
  void who_stops_in_the_middle_of_a_request_is_let_go() throws IOException {
    List<Socket> silent = new ArrayList<>();
    silent.add(new Socket(node.host(), node.port()));
    for (String start : List.of("", "GET /mill", "GET /mill HTTP/1.1\r\nHost: h\r\nX: ")) {
      Socket socket = connected();
      send(socket, start);
      silent.add(socket);
    }
    others_are_served();
    for (Socket socket : silent) {
      assertThat(answer(socket)).doesNotContain("HTTP/1.1 2");
      socket.close();
    }
  }

  @Test
  void who_stops_reading_is_let_go() throws IOException {
    Socket small = new Socket();
    small.setReceiveBufferSize(4096);
    small.connect(new InetSocketAddress(node.host(), node.port()));
    try (Socket socket =
        tls.getSocketFactory().createSocket(small, node.host(), node.port(), true)) {
      send(
          socket,
          request("GET", slice(0, SLICE), VERSION + "Range: bytes=0-" + (SLICE - 1) + "\r\n"));
      // More than lies between the two: it ends when the other end is closed.
      byte[] piece = new byte[1 << 20];
      assertThatThrownBy(
              () -> {
                for (int written = 0; written < 1 << 28; written += piece.length) {
                  socket.getOutputStream().write(piece);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  private static String slice(int index, int length) {
    return "/mill/" + SLICE + "/" + index + "/" + length + "/0/k";
  }

  private static Socket connected() throws IOException {
    return tls.getSocketFactory().createSocket(node.host(), node.port());
  }

  private static String ask(String method, String path, String headers) throws IOException {
    try (Socket socket = connected()) {
      send(socket, request(method, path, headers));
      return answer(socket);
    }
  }

  private static String request(String method, String path, String headers) {
    return method + " " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n" + headers + "\r\n";
  }

  private static void send(Socket socket, String text) throws IOException {
    try {
      socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    } catch (SocketException | SSLException _) {
      // The server may have seen enough and hung up before all was sent.
    }
  }

  /// All that comes until the server hangs up.
  private static String answer(Socket socket) throws IOException {
    socket.setSoTimeout(30_000);
    try {
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (SocketException | SSLException _) {
      return "";
    }
  }

  private static void assertError(String answer, int status) {
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("Content-Type: application/xml", "<Error><Code>");
  }

  private static void assertNoAnswer(SSLContext context) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket(node.host(), node.port())) {
      send(socket, request("GET", "/", ""));
      assertThat(answer(socket)).isEmpty();
    }
  }

  /// Shows its certificate to servers that have not named its authority, too.
  private static final class Insistent extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";

    private final ServerCertificate own;

    Insistent(ServerCertificate own) {
      this.own = own;
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return ALIAS;
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
      return ALIAS;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return own.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return own.key();
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[0];
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      throw new AssertionError("it is no server");
    }
  }
}
