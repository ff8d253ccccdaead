package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.certificate.ServerCertificate;
import dev.millrace.gateway.settings.Settings.CertificateFiles;
import dev.millrace.gateway.settings.TlsImplementation;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.sign.CanonicalQuery;
import dev.millrace.s3.sign.SigV4;
import dev.millrace.s3.sign.UnsignedRequest;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who may read what, with signatures, certificates and neither.
class AccessTest {
  private static final Credentials REPORTS =
      new Credentials("MRREPORTS", "a-secret-of-reports", null);
  private static final Credentials WRONG = new Credentials("MRREPORTS", "another-secret-x", null);
  private static final Credentials UNKNOWN = new Credentials("MRNOBODY", "a-secret-of-rep", null);
  private static final String RULES =
      """
      anonymous:
        read: [mill/public/]
      identities:
        reports:
          keys: {MRREPORTS: a-secret-of-reports}
          read: [mill/reports/, mill/public/]
          list: [mill/reports/]
        machine:
          certificates: ['URI:spiffe://example.com/machine']
          read: [mill/machine/]
      """;

  @TempDir private static Path scratch;
  private static TestCertificate machine;
  private static TestCertificate stranger;
  private static TestGateway gateway;

  @BeforeAll
  static void start() throws IOException {
    machine = TestCertificate.create(scratch, "CN=x", "uri:spiffe://example.com/machine");
    stranger = TestCertificate.create(scratch, "CN=x", "uri:spiffe://example.com/stranger");
    Path authorities = scratch.resolve("clients.pem");
    Files.writeString(
        authorities, Files.readString(machine.pem()) + Files.readString(stranger.pem()));
    for (String key : new String[] {"public/a", "reports/a b+ü", "machine/a", "secret/a"}) {
      Path file = scratch.resolve("objects").resolve(key);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "content of " + key);
    }
    gateway =
        TestGateway.serving(
            scratch.resolve("objects"),
            "access-file",
            rules(RULES).toString(),
            "client-ca",
            authorities.toString(),
            "sealed-keys",
            TestGateway.keyring(scratch).toString(),
            "sealed-port",
            "0");
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static Path rules(String text) throws IOException {
    Path file = Files.createTempFile(scratch, "access", ".yaml");
    Files.writeString(file, text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void who_signs_reads_what_is_theirs(HttpClient.Version version) throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder().version(version).sslContext(TestGateway.trust()).build()) {
      Signed signed = new Signed("GET", "/mill/reports/a b+ü", Map.of(), REPORTS, Instant.now());
      HttpResponse<String> answer = client.send(signed.request(), BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(version);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("content of reports/a b+ü");
    }
  }

  @Test
  void who_signs_reads_nothing_else_whether_it_is_there_or_not() throws Exception {
    for (String path : new String[] {"/mill/secret/a", "/mill/secret/none", "/another/reports/a"}) {
      refused(signed("GET", path, REPORTS), 403, "AccessDenied");
      assertThat(signed("HEAD", path, REPORTS).statusCode()).isEqualTo(403);
    }
    assertThat(signed("GET", "/mill/reports/none", REPORTS).statusCode()).isEqualTo(404);
  }

  @Test
  void what_is_held_answers_nobody_who_may_not_read_it() throws Exception {
    assertThat(signed("GET", "/mill/reports/a b+ü", REPORTS).statusCode()).isEqualTo(200);
    refused(gateway.get("/mill/reports/a%20b+%C3%BC"), 403, "AccessDenied");
    refused(gateway.get("/mill/reports/a%20b+%C3%BC", "If-None-Match", "*"), 403, "AccessDenied");
    refused(gateway.get("/mill/reports/a%20b+%C3%BC", "Range", "bytes=99-"), 403, "AccessDenied");
  }

  @Test
  void who_says_nothing_of_themselves_reads_what_is_said_to_be_for_all() throws Exception {
    assertThat(gateway.get("/mill/public/a").body())
        .asString(UTF_8)
        .isEqualTo("content of public/a");
    refused(gateway.get("/mill/secret/a"), 403, "AccessDenied");
    refused(gateway.get("/mill?list-type=2&prefix=public/"), 403, "AccessDenied");
    assertThat(gateway.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void a_listing_is_allowed_below_a_prefix() throws Exception {
    Map<String, String> below = Map.of("list-type", "2", "prefix", "reports/a");
    Map<String, String> all = Map.of("list-type", "2", "prefix", "");
    assertThat(new Signed("GET", "/mill", below, REPORTS, Instant.now()).send().body())
        .contains("<Key>reports/a b+ü</Key>");
    refused(new Signed("GET", "/mill", all, REPORTS, Instant.now()).send(), 403, "AccessDenied");
    assertThat(signed("HEAD", "/mill", REPORTS).statusCode()).isEqualTo(200);
    assertThat(signed("HEAD", "/another", REPORTS).statusCode()).isEqualTo(403);
  }

  @Test
  void a_signature_that_is_wrong_is_refused_even_where_none_is_needed() throws Exception {
    refused(signed("GET", "/mill/public/a", WRONG), 403, "SignatureDoesNotMatch");
    refused(signed("GET", "/mill/public/a", UNKNOWN), 403, "InvalidAccessKeyId");
    refused(gateway.get("/mill/public/a", "Authorization", "Basic YTpi"), 400, "InvalidRequest");
    refused(
        gateway.get("/mill/public/a", "Authorization", "AWS4-HMAC-SHA256 x"),
        400,
        "AuthorizationHeaderMalformed");
    refused(gateway.get("/mill/public/a?X-Amz-Signature=x"), 400, "InvalidRequest");
    HttpResponse<byte[]> old =
        gateway.get("/mill/public/a?AWSAccessKeyId=A&Expires=9999999999&Signature=x");
    refused(old, 400, "InvalidRequest");
    assertThat(old.body()).asString(UTF_8).contains("AWS4-HMAC-SHA256");
    refused(
        gateway.get("/mill/public/a?X-Amz-Algorithm=AWS4-HMAC-SHA256"),
        400,
        "AuthorizationQueryParametersError");
  }

  @ParameterizedTest
  @ValueSource(longs = {-16, 16})
  void a_request_of_another_time_is_refused(long minutes) throws Exception {
    Instant then = Instant.now().plus(Duration.ofMinutes(minutes));
    Signed signed = new Signed("GET", "/mill/reports/a b+ü", Map.of(), REPORTS, then);
    refused(signed.send(), 403, "RequestTimeTooSkewed");
  }

  @Test
  void temporary_keys_and_hashes_of_bodies_are_refused() throws Exception {
    Credentials temporary = new Credentials("MRREPORTS", "a-secret-of-reports", "token");
    refused(signed("GET", "/mill/reports/a", temporary), 400, "InvalidToken");
    Signed signed = new Signed("GET", "/mill/reports/a", Map.of(), REPORTS, Instant.now());
    refused(signed.withPayload("0".repeat(64)).send(), 400, "XAmzContentSHA256Mismatch");
    Signed put = new Signed("PUT", "/mill/reports/a", Map.of(), REPORTS, Instant.now());
    refused(put.withPayload("0".repeat(64)).send(), 405, "MethodNotAllowed");
    assertThat(signed.withPayload(SigV4.UNSIGNED_PAYLOAD).send().statusCode()).isEqualTo(404);
  }

  @Test
  void a_presigned_url_is_good_for_its_object_and_its_time() throws Exception {
    String url = presigned("/mill/reports/a b+ü", Instant.now());
    assertThat(gateway.get(url).body()).asString(UTF_8).isEqualTo("content of reports/a b+ü");
    assertThat(gateway.get(url, "Range", "bytes=0-6").body()).asString(UTF_8).isEqualTo("content");
    refused(gateway.get(url.replace("reports", "public")), 403, "SignatureDoesNotMatch");
    HttpResponse<byte[]> late =
        gateway.get(presigned("/mill/reports/a", Instant.now().minusSeconds(61)));
    refused(late, 403, "AccessDenied");
    assertThat(late.body()).asString(UTF_8).contains("Request has expired");
  }

  @Test
  void who_is_known_can_tell_the_answer_what_to_say() throws Exception {
    Map<String, String> query =
        Map.of("response-content-disposition", "attachment; filename=\"a\"");
    HttpResponse<String> answer =
        new Signed("GET", "/mill/reports/a b+ü", query, REPORTS, Instant.now()).send();
    assertThat(answer.headers().firstValue("content-disposition"))
        .hasValue("attachment; filename=\"a\"");
    refused(gateway.get("/mill/public/a?response-content-type=text/html"), 400, "InvalidRequest");
  }

  @Test
  void a_certificate_says_who_asks_where_no_signature_does() throws Exception {
    try (HttpClient client = withCertificate(machine)) {
      assertThat(get(client, "/mill/machine/a").statusCode()).isEqualTo(200);
      refused(get(client, "/mill/reports/a"), 403, "AccessDenied");
      Signed signed = new Signed("GET", "/mill/machine/a", Map.of(), REPORTS, Instant.now());
      refused(client.send(signed.request(), BodyHandlers.ofString()), 403, "AccessDenied");
    }
    refused(gateway.get("/mill/machine/a"), 403, "AccessDenied");
  }

  @Test
  void a_session_that_is_resumed_is_of_the_same_client() throws Exception {
    SSLContext context = context(machine);
    for (int connection = 0; connection < 3; connection++) {
      try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
        assertThat(get(client, "/mill/machine/a").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void the_log_says_who_asked() throws Exception {
    assertThat(signed("GET", "/mill/reports/logged", REPORTS).statusCode()).isEqualTo(404);
    assertThat(gateway.logged(line -> line.contains("/mill/reports/logged")))
        .contains(" 127.0.0.1 reports \"GET /mill/reports/logged\" 404 ");
    assertThat(signed("GET", "/mill/reports/forged", WRONG).statusCode()).isEqualTo(403);
    assertThat(gateway.logged(line -> line.contains("/mill/reports/forged")))
        .contains(" 127.0.0.1 - \"GET /mill/reports/forged\" 403 ")
        .endsWith(" SignatureDoesNotMatch");
    assertThat(gateway.get("/mill/public/logged").statusCode()).isEqualTo(404);
    assertThat(gateway.logged(line -> line.contains("/mill/public/logged")))
        .contains(" 127.0.0.1 anonymous \"GET /mill/public/logged\" 404 ");
  }

  @Test
  void a_certificate_that_is_nobodys_is_anonymous() throws Exception {
    try (HttpClient client = withCertificate(stranger)) {
      assertThat(get(client, "/mill/public/a").statusCode()).isEqualTo(200);
      refused(get(client, "/mill/machine/a"), 403, "AccessDenied");
    }
  }

  @Test
  void a_certificate_that_nobody_vouches_for_ends_the_handshake() throws Exception {
    TestCertificate forged =
        TestCertificate.create(scratch, "CN=x", "uri:spiffe://example.com/machine");
    try (HttpClient client = withCertificate(forged)) {
      assertThatThrownBy(() -> get(client, "/mill/public/a")).isInstanceOf(IOException.class);
    }
  }

  @Test
  void without_a_certificate_that_is_required_nobody_gets_in() throws Exception {
    try (TestGateway strict =
        TestGateway.serving(
            scratch.resolve("objects"),
            "client-ca",
            machine.pem().toString(),
            "client-certificates",
            "required")) {
      assertThatThrownBy(() -> strict.get("/mill/secret/a")).isInstanceOf(IOException.class);
      try (HttpClient client = withCertificate(machine)) {
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(strict.url("/mill/secret/a"))).build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void the_sealed_form_without_tls_is_for_the_same_readers() throws Exception {
    assertThat(
            gateway
                .getWithoutTls("/mill/public/a", "Accept-Encoding", "millrace-seal")
                .statusCode())
        .isEqualTo(200);
    refused(
        gateway.getWithoutTls("/mill/secret/a", "Accept-Encoding", "millrace-seal"),
        403,
        "AccessDenied");
  }

  @Test
  void changed_rules_hold_for_connections_that_are_there() throws Exception {
    Path file = rules("anonymous: {read: [mill/public/]}");
    try (TestGateway changing =
        TestGateway.serving(scratch.resolve("objects"), "access-file", file.toString())) {
      assertThat(changing.get("/mill/secret/a").statusCode()).isEqualTo(403);
      Files.writeString(file, "anonymous: {read: [mill/secret/]}");
      long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      int status = 403;
      while (status == 403 && System.nanoTime() < end) {
        status = changing.get("/mill/secret/a").statusCode();
      }
      assertThat(status).isEqualTo(200);
      assertThat(changing.get("/mill/public/a").statusCode()).isEqualTo(403);
    }
  }

  private static HttpClient withCertificate(TestCertificate certificate) throws IOException {
    return HttpClient.newBuilder().sslContext(context(certificate)).build();
  }

  private static SSLContext context(TestCertificate certificate) throws IOException {
    return ServerCertificate.read(new CertificateFiles(certificate.pem(), certificate.key()))
        .mutual(TlsImplementation.JDK, TrustAnchors.trustManagers(TestGateway.authority()));
  }

  private static HttpResponse<String> get(HttpClient client, String rawPath)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.url(rawPath))).build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static HttpResponse<String> signed(String method, String path, Credentials credentials)
      throws IOException, InterruptedException {
    return new Signed(method, path, Map.of(), credentials, Instant.now()).send();
  }

  private static String presigned(String path, Instant now) {
    UnsignedRequest request =
        new UnsignedRequest(
            "GET", authority(), encoded(path), CanonicalQuery.NONE, new TreeMap<>());
    return new SigV4("us-east-1").presigned(request, REPORTS, now, Duration.ofMinutes(1));
  }

  private static String authority() {
    return "127.0.0.1:" + gateway.port();
  }

  private static String encoded(String path) {
    return URI.create("")
        .resolve(path.replace(" ", "%20").replace("ü", "%C3%BC").replace("+", "%2B"))
        .toString();
  }

  private static void refused(HttpResponse<?> answer, int status, String code) {
    Object body = answer.body();
    String text = body instanceof byte[] bytes ? new String(bytes, UTF_8) : String.valueOf(body);
    assertThat(text).contains("<Code>" + code + "</Code>");
    assertThat(answer.statusCode()).isEqualTo(status);
  }

  /// A request that is signed in its headers.
  private record Signed(
      String method,
      String path,
      Map<String, String> query,
      Credentials credentials,
      Instant now,
      String payload) {
    Signed(
        String method,
        String path,
        Map<String, String> query,
        Credentials credentials,
        Instant now) {
      this(method, path, query, credentials, now, SigV4.EMPTY_PAYLOAD);
    }

    Signed withPayload(String hash) {
      return new Signed(method, path, query, credentials, now, hash);
    }

    HttpRequest request() {
      UnsignedRequest unsigned =
          new UnsignedRequest(
              method, authority(), encoded(path), CanonicalQuery.of(query), new TreeMap<>());
      String target = unsigned.query().after(unsigned.path());
      HttpRequest.Builder builder =
          HttpRequest.newBuilder(URI.create("https://" + authority() + target))
              .method(method, HttpRequest.BodyPublishers.noBody());
      new SigV4("us-east-1").headers(unsigned, payload, credentials, now).forEach(builder::header);
      return builder.build();
    }

    HttpResponse<String> send() throws IOException, InterruptedException {
      try (HttpClient client = HttpClient.newBuilder().sslContext(TestGateway.trust()).build()) {
        return client.send(request(), BodyHandlers.ofString());
      }
    }
  }
}
