package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.testing.ScriptedServer;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The port without TLS that serves all the other does.
@Timeout(60)
class HttpPortTest {
  private static final String[] SEALED = {"Accept-Encoding", "millrace-seal"};

  @TempDir private Path folder;

  private Path objects() throws IOException {
    Path objects = Files.createDirectory(folder.resolve("objects"));
    Files.writeString(objects.resolve("k"), "value");
    return objects;
  }

  private static HttpResponse<String> get(TestGateway gateway, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.httpPort() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  @Test
  void it_serves_what_the_other_does_by_http_1_1() throws Exception {
    try (TestGateway gateway = TestGateway.serving(objects(), "http-port", "0")) {
      HttpResponse<String> answer = get(gateway, "/mill/k");
      assertThat(answer.body()).isEqualTo("value");
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(get(gateway, "/mill?list-type=2").body()).contains("<Key>k</Key>");
      assertThat(get(gateway, "/").statusCode()).isEqualTo(200);
      assertThat(get(gateway, "/mill/none").statusCode()).isEqualTo(404);
      assertThat(gateway.get("/mill/k").body()).asString(UTF_8).isEqualTo("value");
    }
  }

  @Test
  void the_port_for_the_sealed_form_serves_nothing_else_beside_it() throws Exception {
    try (TestGateway gateway =
        TestGateway.serving(
            objects(),
            "http-port",
            "0",
            "sealed-port",
            "0",
            "sealed-keys",
            TestGateway.keyring(folder).toString())) {
      assertThat(gateway.getWithoutTls("/mill/k").statusCode()).isEqualTo(403);
      assertThat(gateway.getWithoutTls("/mill/k", SEALED).statusCode()).isEqualTo(200);
      assertThat(get(gateway, "/mill/k").body()).isEqualTo("value");
      assertThat(get(gateway, "/mill/k", SEALED).headers().firstValue("content-encoding"))
          .hasValue("millrace-seal");
    }
  }

  @Test
  void what_the_user_says_of_an_object_comes_along() throws Exception {
    try (ScriptedServer origin =
            ScriptedServer.start(
                "",
                "HTTP/1.1 200 OK",
                "Content-Length: 0",
                "ETag: \"1\"",
                "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT",
                "x-amz-meta-colour: grey");
        TestGateway gateway = TestGateway.inFrontOf(origin.endpoint(), "http-port", "0")) {
      assertThat(get(gateway, "/mill/k").headers().firstValue("x-amz-meta-colour"))
          .hasValue("grey");
    }
  }

  @Test
  void an_object_in_parts_is_told_of_by_the_url_that_its_client_knows() throws Exception {
    String result = "CompleteMultipartUploadResult";
    String document = "<%s><Location>x</Location></%s>".formatted(result, result);
    try (ScriptedServer origin =
            ScriptedServer.start(
                document, "HTTP/1.1 200 OK", "Content-Length: " + document.length());
        TestGateway gateway =
            TestGateway.inFrontOf(origin.endpoint(), "write-through", "on", "http-port", "0")) {
      String path = "/mill/a%20b";
      String url = "http://127.0.0.1:" + gateway.httpPort() + path;
      HttpRequest complete =
          HttpRequest.newBuilder(URI.create(url + "?uploadId=u"))
              .POST(BodyPublishers.ofString("<CompleteMultipartUpload/>"))
              .build();
      try (HttpClient client = HttpClient.newHttpClient()) {
        assertThat(client.send(complete, BodyHandlers.ofString()).body())
            .contains("<Location>" + url + "</Location>");
      }
    }
  }

  @Test
  void it_has_the_same_rules() throws Exception {
    Path rules =
        Files.writeString(
            folder.resolve("access.yaml"),
            "identities: {reports: {keys: {MRREPORTS: a-secret-of-reports}, read: [mill]}}");
    Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
    try (TestGateway gateway =
        TestGateway.serving(objects(), "http-port", "0", "access-file", rules.toString())) {
      assertThat(get(gateway, "/mill/k").statusCode()).isEqualTo(403);
      Credentials reports = new Credentials("MRREPORTS", "a-secret-of-reports", null);
      String[] signature = Signature.ofGet(gateway.httpPort(), "/mill/k", reports);
      assertThat(get(gateway, "/mill/k", signature).body()).isEqualTo("value");
    }
  }

  @Test
  void it_holds_no_browser_to_https() throws Exception {
    TestCertificate certificate = TestCertificate.create(folder);
    String pem = certificate.pem().toString();
    String key = certificate.key().toString();
    try (TestGateway own =
        TestGateway.serving(objects(), "http-port", "0", "certificate", pem, "key", key)) {
      assertThat(own.get("/mill/k").headers().map()).containsKey("strict-transport-security");
      assertThat(get(own, "/mill/k").headers().map())
          .containsKey("x-content-type-options")
          .doesNotContainKey("strict-transport-security");
    }
  }
}
