package dev.millrace.tls.jsse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.RawPublicKeyTrust;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.testing.RunningProgram;
import dev.millrace.tls.testing.TestIdentity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Each connects twice, and each side proves who it is: the second connection resumes the first.
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommandLineInteropTest {
  /// Of RSA: GnuTLS does not read an EC key that the JDK encoded.
  private static final TestIdentity IDENTITY = TestIdentity.of(TestIdentity.Kind.RSA);

  private static final KeyPair KEYS =
      new KeyPair(IDENTITY.certificate().getPublicKey(), IDENTITY.key());

  private static final String RAW_PUBLIC_KEYS = ":-CTYPE-ALL:+CTYPE-SRV-RAWPK:+CTYPE-CLI-RAWPK";

  private static final String PROTOCOL = "http/1.1";

  @TempDir Path folder;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<AutoCloseable> open = new ArrayList<>();
  private SSLContext context;

  @BeforeEach
  void prepare() throws Exception {
    context = TestContexts.OURS.with(IDENTITY);
    write("cert.pem", IDENTITY.certificatePem());
    write("key.pem", IDENTITY.keyPem());
    write("public.pem", IDENTITY.publicKeyPem());
    write("request", "GET / HTTP/1.1\n\n");
    write("nothing", "");
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    threads.shutdownNow();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private RunningProgram start(String input, String command) {
    List<String> words = List.of(command.split(" ", -1));
    RunningProgram program = RunningProgram.start(folder, folder.resolve(input), words);
    open.add(program);
    return program;
  }

  /// What our side saw of a connection.
  private record Seen(String protocol, String application, boolean resumed, Object peer) {
    static Seen of(SSLSocket socket) throws IOException {
      return new Seen(
          socket.getSession().getProtocol(),
          socket.getApplicationProtocol(),
          TlsConnection.of(socket).isResumed(),
          peer(socket));
    }

    private static Object peer(SSLSocket socket) throws IOException {
      PublicKey key = TlsConnection.of(socket).peerRawPublicKey();
      return key == null ? socket.getSession().getPeerCertificates()[0] : key;
    }

    static List<Seen> twice(String protocol) {
      return twice(protocol, IDENTITY.certificate());
    }

    static List<Seen> twice(String protocol, Object peer) {
      return List.of(
          new Seen(protocol, PROTOCOL, false, peer), new Seen(protocol, PROTOCOL, true, peer));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.3", "1.2"})
  void openssl_is_a_client(String version) throws Exception {
    SSLServerSocket listener = listen();
    Future<List<Seen>> seen = threads.submit(() -> serveTwo(listener));
    String command =
        "openssl s_client -connect localhost:%d -tls%s -CAfile cert.pem -verify_return_error"
            + " -verify_hostname localhost -cert cert.pem -key key.pem -alpn %s -ign_eof -sess_%s s";
    Object[] arguments = {listener.getLocalPort(), version.replace('.', '_'), PROTOCOL, "out"};

    assertThat(start("request", command.formatted(arguments)).end())
        .contains("hello", "New, TLSv" + version);
    arguments[3] = "in";
    assertThat(start("request", command.formatted(arguments)).end())
        .contains("hello", "Reused, TLSv" + version, "ALPN protocol: " + PROTOCOL);

    assertThat(seen.get()).isEqualTo(Seen.twice("TLSv" + version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.3", "1.2"})
  void gnutls_is_a_client(String version) throws Exception {
    SSLServerSocket listener = listen();
    Future<List<Seen>> seen = threads.submit(() -> serveTwo(listener));

    String output =
        start(
                "request",
                ("gnutls-cli --port %d --x509cafile cert.pem --x509certfile cert.pem --x509keyfile"
                        + " key.pem --alpn %s --resume --waitresumption --priority"
                        + " NORMAL:-VERS-ALL:+VERS-TLS%s localhost")
                    .formatted(listener.getLocalPort(), PROTOCOL, version))
            .end();

    assertThat(output).contains("hello", "This is a resumed session");
    assertThat(seen.get()).isEqualTo(Seen.twice("TLSv" + version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.3", "1.2"})
  void curl_is_a_client(String version) throws Exception {
    SSLServerSocket listener = listen();
    Future<List<Seen>> seen = threads.submit(() -> serveTwo(listener));

    String output =
        start(
                "nothing",
                ("curl -sS --noproxy * --http1.1 --tlsv%2$s --tls-max %2$s --cacert cert.pem"
                        + " --cert cert.pem --key key.pem https://localhost:%1$d/"
                        + " https://localhost:%1$d/")
                    .formatted(listener.getLocalPort(), version))
            .end();

    assertThat(output).isEqualTo("hello\nhello\n");
    assertThat(seen.get()).isEqualTo(Seen.twice("TLSv" + version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.3", "1.2"})
  void openssl_is_a_server(String version) throws Exception {
    RunningProgram server =
        start(
            "nothing",
            ("openssl s_server -accept 0 -tls%s -cert cert.pem -key key.pem -CAfile cert.pem"
                    + " -Verify 1 -verify_return_error -alpn %s -rev")
                .formatted(version.replace('.', '_'), PROTOCOL));
    String accepting = server.lineWith("ACCEPT");
    int port = Integer.parseInt(accepting.substring(accepting.lastIndexOf(':') + 1));

    assertThat(List.of(ask(port, "olleh"), ask(port, "olleh")))
        .isEqualTo(Seen.twice("TLSv" + version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.3", "1.2"})
  void gnutls_is_a_server(String version) throws Exception {
    int port = RunningProgram.freePort();
    RunningProgram server =
        start(
            "nothing",
            ("gnutls-serv --echo --port %d --x509certfile cert.pem --x509keyfile key.pem"
                    + " --x509cafile cert.pem --require-client-cert --verify-client-cert --alpn %s"
                    + " --priority NORMAL:-VERS-ALL:+VERS-TLS%s")
                .formatted(port, PROTOCOL, version));
    server.lineWith("IPv4");

    assertThat(List.of(ask(port, "hello"), ask(port, "hello")))
        .isEqualTo(Seen.twice("TLSv" + version));
  }

  private static SSLContext contextOfRawPublicKeys() throws GeneralSecurityException {
    return TlsConfig.builder()
        .rawPublicKeys(List.of(KEYS))
        .rawPublicKeyTrust(RawPublicKeyTrust.of(List.of(KEYS.getPublic())))
        .build()
        .newContext(new KeyManager[0], new TrustManager[0], null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.3", "1.2"})
  void gnutls_is_a_client_with_a_raw_public_key(String version) throws Exception {
    context = contextOfRawPublicKeys();
    SSLServerSocket listener = listen();
    Future<List<Seen>> seen = threads.submit(() -> serveTwo(listener));

    String output =
        start(
                "request",
                ("gnutls-cli --port %d --insecure --rawpkkeyfile key.pem --rawpkfile public.pem"
                        + " --alpn %s --resume --waitresumption --priority"
                        + " NORMAL:-VERS-ALL:+VERS-TLS%s%s localhost")
                    .formatted(listener.getLocalPort(), PROTOCOL, version, RAW_PUBLIC_KEYS))
            .end();

    assertThat(output).contains("hello", "Raw Public Key", "This is a resumed session");
    assertThat(seen.get()).isEqualTo(Seen.twice("TLSv" + version, KEYS.getPublic()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.3", "1.2"})
  void gnutls_is_a_server_with_a_raw_public_key(String version) throws Exception {
    context = contextOfRawPublicKeys();
    int port = RunningProgram.freePort();
    RunningProgram server =
        start(
            "nothing",
            ("gnutls-serv --echo --port %d --rawpkkeyfile key.pem --rawpkfile public.pem"
                    + " --require-client-cert --alpn %s --priority"
                    + " NORMAL:-VERS-ALL:+VERS-TLS%s%s")
                .formatted(port, PROTOCOL, version, RAW_PUBLIC_KEYS));
    server.lineWith("IPv4");

    assertThat(List.of(ask(port, "hello"), ask(port, "hello")))
        .isEqualTo(Seen.twice("TLSv" + version, KEYS.getPublic()));
  }

  private SSLServerSocket listen() throws IOException {
    SSLServerSocket listener =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 2, InetAddress.getLoopbackAddress());
    open.add(listener);
    SSLParameters parameters = listener.getSSLParameters();
    parameters.setNeedClientAuth(true);
    parameters.setApplicationProtocols(new String[] {PROTOCOL});
    listener.setSSLParameters(parameters);
    return listener;
  }

  private static List<Seen> serveTwo(SSLServerSocket listener) throws IOException {
    return List.of(serve(listener), serve(listener));
  }

  private static Seen serve(SSLServerSocket listener) throws IOException {
    try (SSLSocket socket = (SSLSocket) listener.accept()) {
      BufferedReader request =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      String line = request.readLine();
      while (line != null && !line.isEmpty()) {
        line = request.readLine();
      }
      if (line != null) {
        socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\nhello\n".getBytes(UTF_8));
      }
      return Seen.of(socket);
    }
  }

  /// Sends a line to a server and expects another.
  private Seen ask(int port, String expected) throws IOException {
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("localhost", port)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {PROTOCOL});
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.getOutputStream().write("hello\n".getBytes(UTF_8));
      BufferedReader answer =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      assertThat(answer.readLine()).isEqualTo(expected);
      return Seen.of(socket);
    }
  }
}
