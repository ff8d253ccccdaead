package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.certificate.ServerCertificate;
import dev.millrace.gateway.settings.Settings.CertificateFiles;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Certificates that are renewed while clients ask.
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class CertificateRenewalTest {
  @TempDir private Path folder;
  private final List<TestCertificate> certificates = new ArrayList<>();

  /// The folder that the gateway reads, as Kubernetes mounts a secret: its files are links, through
  /// one that is moved from one folder to the next.
  private Path mounted;

  private void mount(TestCertificate certificate) throws IOException {
    mount(certificate.pem(), certificate.key());
  }

  private void mount(Path chain, Path key) throws IOException {
    mounted = Files.createDirectories(folder.resolve("mounted"));
    Path fresh = Files.createTempDirectory(mounted, "..data-");
    Files.copy(chain, fresh.resolve("tls.crt"));
    Files.copy(key, fresh.resolve("tls.key"));
    Path link = mounted.resolve("..data-new");
    Files.createSymbolicLink(link, fresh.getFileName());
    Files.move(link, mounted.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    for (String name : List.of("tls.crt", "tls.key")) {
      if (!Files.exists(mounted.resolve(name))) {
        Files.createSymbolicLink(mounted.resolve(name), Path.of("..data", name));
      }
    }
  }

  private TestCertificate made() throws IOException {
    TestCertificate made = TestCertificate.create(folder);
    certificates.add(made);
    return made;
  }

  private TestGateway gateway(String... more) throws Exception {
    Path objects = Files.createDirectories(folder.resolve("objects"));
    Files.writeString(objects.resolve("small"), "flour");
    List<String> flags = new ArrayList<>(List.of("admin-port", "0"));
    flags.addAll(List.of("admin-token", TestGateway.token(folder).toString()));
    flags.addAll(List.of("certificate", mounted.resolve("tls.crt").toString()));
    flags.addAll(List.of("key", mounted.resolve("tls.key").toString()));
    flags.addAll(List.of(more));
    return TestGateway.serving(objects, flags.toArray(String[]::new)).trusting(trust());
  }

  private KeyStore trusted() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (TestCertificate each : certificates) {
      store.setCertificateEntry("c" + certificates.indexOf(each), certificate(each));
    }
    return store;
  }

  /// A client that trusts all certificates that were made.
  private SSLContext trust() throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private static X509Certificate certificate(TestCertificate made) throws IOException {
    return ServerCertificate.read(new CertificateFiles(made.pem(), made.key())).chain().getFirst();
  }

  private static X509Certificate shown(SSLContext client, int port) throws IOException {
    try (SSLSocket socket = connected(client, port)) {
      return (X509Certificate) socket.getSession().getPeerCertificates()[0];
    }
  }

  private static SSLSocket connected(SSLContext client, int port) throws IOException {
    SSLSocket socket =
        (SSLSocket) client.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.startHandshake();
    return socket;
  }

  private static void awaitShown(SSLContext client, int port, TestCertificate wanted)
      throws IOException {
    while (!shown(client, port).equals(certificate(wanted))) {
      LockSupport.parkNanos(20_000_000);
    }
  }

  @ParameterizedTest
  @CsvSource({"millrace, HTTP_1_1", "millrace, HTTP_2", "jdk, HTTP_1_1", "jdk, HTTP_2"})
  void new_connections_get_the_new_certificate_and_others_go_on(String tls, Version version)
      throws Exception {
    List<TestCertificate> made = List.of(made(), made(), made());
    mount(made.getFirst());
    SSLContext trust = trust();
    AtomicBoolean isOver = new AtomicBoolean();
    try (TestGateway gateway = gateway("tls", tls);
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        HttpClient keeping = HttpClient.newBuilder().sslContext(trust).version(version).build()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.url("/mill/small"))).build();
      Future<List<HttpResponse<String>>> kept =
          threads.submit(() -> {
            List<HttpResponse<String>> answers = new ArrayList<>();
            while (!isOver.get() || answers.size() < 200) {
              answers.add(keeping.send(request, BodyHandlers.ofString()));
            }
            return answers;
          });
      for (TestCertificate each : made) {
        mount(each);
        awaitShown(trust, gateway.port(), each);
        awaitShown(trust, gateway.adminPort(), each);
      }
      isOver.set(true);
      assertThat(kept.get()).hasSizeGreaterThanOrEqualTo(200);
      assertThat(kept.get()).allMatch(answer -> answer.statusCode() == 200);
      assertThat(kept.get().stream().map(answer -> answer.connectionLabel().orElseThrow()))
          .as("one connection, from the first to the last")
          .containsOnly(kept.get().getFirst().connectionLabel().orElseThrow());
    }
  }

  @Test
  void openssl_sees_the_new_certificate_and_curl_trusts_it() throws Exception {
    TestCertificate first = TestCertificate.create(folder, "CN=first", "ip:127.0.0.1");
    TestCertificate second = TestCertificate.create(folder, "CN=second", "ip:127.0.0.1");
    certificates.addAll(List.of(first, second));
    mount(first);
    try (TestGateway gateway = gateway()) {
      ExternalClient programs = new ExternalClient(gateway, folder, "none", "none");
      for (TestCertificate each : List.of(first, second, first)) {
        mount(each);
        assertThat(gateway.operate("/reload").statusCode()).isEqualTo(200);
        programs.run("openssl", "version");
        String seen =
            programs.output(
                "sh",
                "-c",
                "openssl s_client -connect 127.0.0.1:" + gateway.port() + " < /dev/null");
        assertThat(seen).containsPattern(each.equals(first) ? "CN ?= ?first" : "CN ?= ?second");
        String url = gateway.url("/mill/small");
        assertThat(programs.run("curl", "--cacert", each.pem().toString(), url)).isEqualTo("flour");
      }
    }
  }

  @Test
  void files_that_do_not_belong_together_change_nothing_until_they_do() throws Exception {
    TestCertificate first = made();
    TestCertificate second = made();
    mount(first);
    SSLContext trust = trust();
    try (TestGateway gateway = gateway()) {
      mount(second.pem(), first.key());
      HttpResponse<String> refused = gateway.operate("/reload");
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body())
          .contains("certificate: as it was: the key in ")
          .contains("does not belong to the first certificate");
      gateway.operate("/reload");
      assertThat(shown(trust, gateway.port())).isEqualTo(certificate(first));
      assertThat(metrics(gateway))
          .contains("millrace_reloads_total{result=\"refused\",what=\"certificate\"} 1.0");
      mount(second);
      assertThat(gateway.operate("/reload").body()).contains("certificate: taken: valid until 20");
      assertThat(shown(trust, gateway.port())).isEqualTo(certificate(second));
      assertThat(metrics(gateway))
          .contains(
              "millrace_reloads_total{result=\"taken\",what=\"certificate\"} 1.0",
              "millrace_certificate_not_after_seconds{certificate=\"certificate\"} ")
          .contains(expiry(second));
    }
  }

  private static String expiry(TestCertificate certificate) throws IOException {
    double seconds = certificate(certificate).getNotAfter().toInstant().getEpochSecond();
    return "{certificate=\"certificate\"} " + seconds + "\n";
  }

  private static String metrics(TestGateway gateway) throws Exception {
    return gateway.admin("GET", "/metrics").body();
  }

  /// A client that trusts all certificates that were made, and shows that one.
  private SSLContext client(TestCertificate certificate) throws Exception {
    ServerCertificate own =
        ServerCertificate.read(new CertificateFiles(certificate.pem(), certificate.key()));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted());
    return own.mutual(TlsImplementation.JDK, trust.getTrustManagers());
  }

  private static boolean isAnswered(SSLContext client, int port) {
    try (SSLSocket socket = connected(client, port)) {
      socket
          .getOutputStream()
          .write(
              "GET /mill/small HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"
                  .getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII).endsWith("flour");
    } catch (IOException _) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"millrace", "jdk"})
  void no_session_outlives_the_authority_that_vouched_for_its_client(String tls) throws Exception {
    TestCertificate server = made();
    mount(server);
    TestCertificate client = TestCertificate.create(folder, "CN=client", "dns:client");
    TestCertificate other = TestCertificate.create(folder, "CN=other", "dns:other");
    Path authority = Files.copy(client.pem(), folder.resolve("client-ca.pem"));
    SSLContext asking = client(client);
    try (TestGateway gateway =
        gateway("tls", tls, "client-ca", authority.toString(), "client-certificates", "required")) {
      assertThat(Stream.generate(() -> isAnswered(asking, gateway.port())).limit(3))
          .containsOnly(true);
      Files.copy(other.pem(), authority, StandardCopyOption.REPLACE_EXISTING);
      assertThat(gateway.operate("/reload").body()).contains("certificate: taken: valid until 20");
      assertThat(Stream.generate(() -> isAnswered(asking, gateway.port())).limit(3))
          .containsOnly(false);
      assertThat(isAnswered(client(other), gateway.port())).isTrue();
    }
  }
}
