package dev.millrace.gateway.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.tls.TlsConfig;
import io.helidon.common.tls.Tls;
import io.helidon.webserver.WebServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class LocalAuthorityTest {
  private static final Program OPENSSL = new Program("openssl");
  private static final Program CURL = new Program("curl");
  private static final Program PYTHON = new Program("python3");

  @TempDir static Path shared;
  private static ServerCertificate made;
  private static WebServer server;

  @TempDir Path folder;

  @BeforeAll
  static void serve() throws Exception {
    made = authority(shared, Duration.ZERO).certificate("127.0.0.1");
    server =
        WebServer.builder()
            .host("127.0.0.1")
            .tls(
                Tls.builder()
                    .sslContext(
                        made.context(TlsImplementation.MILLRACE, TlsConfig.defaults(), null))
                    .build())
            .routing(routing -> routing.get("/", (_, answer) -> answer.send("grain")))
            .build()
            .start();
  }

  @AfterAll
  static void stop() {
    server.stop();
  }

  private static LocalAuthority authority(Path folder, Duration later) {
    return new LocalAuthority(folder, Clock.offset(Clock.systemUTC(), later));
  }

  @Test
  void openssl_verifies_the_certificate_strictly(TestInfo test) throws Exception {
    for (var name :
        new String[] {"-verify_hostname=localhost", "-verify_ip=127.0.0.1", "-verify_ip=::1"}) {
      var option = name.split("=", 2);
      var outcome =
          OPENSSL.run(
              test.getDisplayName(),
              folder,
              "verify",
              "-x509_strict",
              "-purpose",
              "sslserver",
              option[0],
              option[1],
              "-CAfile",
              made.trusted(),
              shared.resolve("server.pem"));
      assertThat(outcome).returns(0, Program.Outcome::status);
    }
  }

  @Test
  void openssl_agrees_on_tls_1_3_and_1_2(TestInfo test) throws Exception {
    for (var version : new String[] {"-tls1_3", "-tls1_2"}) {
      var outcome =
          OPENSSL.run(
              test.getDisplayName(),
              folder,
              "s_client",
              version,
              "-verify_return_error",
              "-x509_strict",
              "-CAfile",
              made.trusted(),
              "-connect",
              "127.0.0.1:" + server.port());
      assertThat(outcome).returns(0, Program.Outcome::status);
      assertThat(outcome.output()).contains("Verify return code: 0 (ok)");
    }
  }

  @Test
  void curl_trusts_the_exported_authority(TestInfo test) throws Exception {
    for (var host : new String[] {"127.0.0.1", "localhost"}) {
      var url = "https://" + host + ":" + server.port() + "/";
      var outcome =
          CURL.run(
              test.getDisplayName(),
              folder,
              "-4sS",
              "--noproxy",
              "*",
              "--cacert",
              made.trusted(),
              url);
      assertThat(outcome).isEqualTo(new Program.Outcome(0, "grain"));
    }
  }

  @Test
  void python_trusts_it_with_the_strict_checks_of_its_version_3_13(TestInfo test) throws Exception {
    var script =
        """
        import socket, ssl, sys
        context = ssl.create_default_context(cafile=sys.argv[1])
        context.verify_flags |= ssl.VERIFY_X509_STRICT | ssl.VERIFY_X509_PARTIAL_CHAIN
        with socket.create_connection(("127.0.0.1", int(sys.argv[2]))) as plain:
            with context.wrap_socket(plain, server_hostname="localhost") as tls:
                print(tls.version())
        """;
    var outcome =
        PYTHON.run(test.getDisplayName(), folder, "-c", script, made.trusted(), server.port());
    assertThat(outcome).isEqualTo(new Program.Outcome(0, "TLSv1.3\n"));
  }

  @Test
  void the_java_client_trusts_it() throws Exception {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", PemFile.read(made.trusted()).certificates().getFirst());
    var managers = TrustManagerFactory.getInstance("PKIX");
    managers.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    var url = URI.create("https://127.0.0.1:" + server.port() + "/").toURL();
    var connection = (HttpsURLConnection) url.openConnection();
    connection.setSSLSocketFactory(context.getSocketFactory());
    try (var body = connection.getInputStream()) {
      assertThat(body).hasContent("grain");
    }
  }

  @Test
  void private_keys_are_for_the_users_eyes_only() throws Exception {
    for (var name : new String[] {"ca.p12", "server.pem"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared.resolve(name))))
          .isEqualTo("rw-------");
    }
    try (var left = Files.list(shared)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("ca.p12", "ca.pem", "server.pem", "certificate.lock");
    }
    assertThat(Files.readString(made.trusted())).doesNotContain("PRIVATE");
  }

  @Test
  void a_certificate_is_kept_until_thirty_days_before_it_expires() throws Exception {
    var kept = authority(shared, Duration.ofDays(366)).certificate("127.0.0.1");
    assertThat(kept).isEqualTo(made);
  }

  @Test
  void a_certificate_is_renewed_under_the_same_authority() throws Exception {
    for (var name : new String[] {"ca.p12", "ca.pem", "server.pem"}) {
      Files.copy(shared.resolve(name), folder.resolve(name));
    }
    var renewed = authority(folder, Duration.ofDays(368)).certificate("127.0.0.1");
    assertThat(renewed.chain().getFirst()).isNotEqualTo(made.chain().getFirst());
    assertThat(renewed.chain().getLast()).isEqualTo(made.chain().getLast());
    assertThat(renewed.trusted()).hasSameTextualContentAs(made.trusted());
  }

  @Test
  void a_certificate_names_the_host_that_is_listened_on() throws Exception {
    for (var name : new String[] {"ca.p12", "ca.pem", "server.pem"}) {
      Files.copy(shared.resolve(name), folder.resolve(name));
    }
    var named = authority(folder, Duration.ZERO).certificate("Mill.example");
    assertThat(named.chain().getFirst().getSubjectAlternativeNames().toString())
        .contains("mill.example", "localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(authority(folder, Duration.ZERO).certificate("0.0.0.0")).isEqualTo(named);
  }

  @Test
  void damaged_files_are_made_anew() throws Exception {
    for (var name : new String[] {"ca.p12", "ca.pem", "server.pem"}) {
      Files.writeString(folder.resolve(name), "-----BEGIN CERTIFICATE-----\nAAAA\n");
    }
    authority(folder, Duration.ZERO).certificate("localhost");
    var again = authority(folder, Duration.ZERO).certificate("localhost");
    assertThat(PemFile.read(folder.resolve("server.pem")).certificates()).isEqualTo(again.chain());
  }

  @Test
  void those_who_start_at_once_share_one_certificate() throws Exception {
    var tasks = new ArrayList<Callable<ServerCertificate>>();
    for (int i = 0; i < 8; i++) {
      tasks.add(() -> authority(folder, Duration.ZERO).certificate("localhost"));
    }
    var certificates = new HashSet<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var task : threads.invokeAll(tasks)) {
        certificates.add(task.get().chain());
      }
    }
    assertThat(certificates).hasSize(1);
  }

  @Test
  void a_folder_that_cannot_be_made_is_told_with_the_remedy() throws Exception {
    var file = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(
            () -> authority(file.resolve("state"), Duration.ZERO).certificate("localhost"))
        .isInstanceOf(UnusableCertificateException.class)
        .hasMessageContaining("choose another folder with --state");
  }
}
