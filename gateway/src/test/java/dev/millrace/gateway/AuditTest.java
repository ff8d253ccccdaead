package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.credentials.Credentials;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// What a gateway writes down of who did what. Each line is read as YAML, which JSON is a part of.
@Timeout(60)
class AuditTest {
  private static final Credentials REPORTS =
      new Credentials("MRREPORTS", "a-secret-of-reports", null);
  private static final Credentials WRONG = new Credentials("MRREPORTS", "another-secret-x", null);
  private static final String RULES =
      """
      anonymous:
        read: [mill/public/]
      identities:
        reports:
          keys: {MRREPORTS: a-secret-of-reports}
          read: [mill/reports/]
      """;

  @TempDir private Path folder;
  private Path objects;
  private Path rules;

  @BeforeEach
  void lay_out_files() throws IOException {
    objects = Files.createDirectory(folder.resolve("objects"));
    rules = own("access.yaml", RULES);
  }

  private Path own(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private TestGateway start(String what) throws IOException {
    return TestGateway.serving(
        objects,
        "access-file",
        rules.toString(),
        "audit-log",
        log().toString(),
        "audit",
        what,
        "admin-port",
        "0",
        "admin-token",
        own("token", "a-secret-of-operators").toString());
  }

  private Path log() {
    return folder.resolve("audit.log");
  }

  private List<Object> entries() throws IOException {
    return Files.readAllLines(log()).stream()
        .map(line -> new Load(LoadSettings.builder().build()).loadFromString(line))
        .toList();
  }

  private Object last() throws IOException {
    return entries().getLast();
  }

  private static int signed(TestGateway gateway, String path, Credentials by) throws Exception {
    return gateway.get(path, Signature.ofGet(gateway.port(), path, by)).statusCode();
  }

  @Test
  void a_refusal_says_who_asked_for_what_and_why_it_was_refused() throws Exception {
    try (TestGateway gateway = start("refusals")) {
      assertThat(signed(gateway, "/mill/reports/a", WRONG)).isEqualTo(403);
      assertThat(last())
          .hasToString(
              entry("by=signature, accessKeyId=MRREPORTS, ", "reports/a", "SignatureDoesNotMatch"));
      assertThat(signed(gateway, "/mill/secret/a", REPORTS)).isEqualTo(403);
      assertThat(last())
          .hasToString(
              entry(
                  "by=signature, accessKeyId=MRREPORTS, identity=reports, ",
                  "secret/a",
                  "AccessDenied"));
      assertThat(gateway.get("/mill/secret/a%0A%22b").statusCode()).isEqualTo(403);
      assertThat(last())
          .hasToString(
              entry("by=anonymous, identity=anonymous, ", "secret/a\n\"b", "AccessDenied"));
      assertThat(gateway.get("/mill/k", "Authorization", "Basic YTpi").statusCode()).isEqualTo(400);
      assertThat(last()).hasToString(entry("by=signature, ", "k", "InvalidRequest"));
      assertThat(Files.readString(log())).doesNotContain("YTpi", "secret-of", "Signature=");
    }
  }

  /// An entry as a text, with what differs from run to run as it is in the last line.
  private String entry(String who, String key, String code) throws IOException {
    Map<?, ?> line = (Map<?, ?>) last();
    return "{time=%s, event=request, outcome=refused, request=%s, client=127.0.0.1, %saction=GetObject, bucket=mill, key=%s, code=%s}"
        .formatted(line.get("time"), line.get("request"), who, key, code);
  }

  @Test
  void what_is_admitted_is_written_down_where_all_is() throws Exception {
    try (TestGateway gateway = start("refusals")) {
      assertThat(gateway.get("/mill/public/a").statusCode()).isEqualTo(404);
      assertThat(last()).asString().contains("event=access-file");
    }
    try (TestGateway gateway = start("all")) {
      assertThat(gateway.send("HEAD", "/mill/public/a").statusCode()).isEqualTo(404);
      assertThat(last())
          .asString()
          .contains("outcome=admitted", "action=HeadObject", "key=public/a", "identity=anonymous");
      assertThat(gateway.get("/mill?list-type=2&prefix=public/").statusCode()).isEqualTo(403);
      assertThat(last())
          .asString()
          .contains("outcome=refused", "action=ListObjectsV2", "prefix=public/");
    }
  }

  @Test
  void operators_are_written_down_and_so_is_who_is_none() throws Exception {
    try (TestGateway gateway = start("refusals")) {
      assertThat(gateway.admin("POST", "/purge?key=a").statusCode()).isEqualTo(401);
      assertThat(last())
          .asString()
          .endsWith(
              "event=operator, outcome=refused, client=127.0.0.1, method=POST, action=/purge, query=key=a, status=401}");
      gateway.admin("POST", "/purge?key=a", "Authorization", "Bearer a-secret-of-operators");
      assertThat(last())
          .asString()
          .endsWith(
              "event=operator, outcome=admitted, client=127.0.0.1, method=POST, action=/purge, query=key=a, status=200}");
    }
    assertThat(Files.readString(log())).doesNotContain("a-secret-of-operators");
  }

  @Test
  void a_query_that_is_not_well_formed_is_refused_in_a_line_and_written_down() throws Exception {
    try (TestGateway gateway = start("refusals")) {
      for (String path : List.of("/purge?key=a%zz", "/warm-up?prefix=%", "/purge?key=\"")) {
        assertThat(posted(gateway, path, "Authorization: Bearer a-secret-of-operators\r\n"))
            .startsWith("HTTP/1.1 400 ")
            .contains("text/plain")
            .endsWith("\r\n\r\nthe query is not well-formed: names are percent-encoded\n");
        assertThat(last()).hasToString(operator("admitted", path, 400));
        assertThat(posted(gateway, path, "")).startsWith("HTTP/1.1 401 ");
        assertThat(last()).hasToString(operator("refused", path, 401));
      }
      assertThat(posted(gateway, "/%zz", ""))
          .startsWith("HTTP/1.1 400 ")
          .contains("text/plain")
          .endsWith("\r\n\r\nThe request cannot be read.\n");
    }
  }

  /// What the admin port answers to a POST with any path, such as the JDK's client would not send.
  private static String posted(TestGateway gateway, String path, String header) throws Exception {
    InetAddress host = InetAddress.getLoopbackAddress();
    String request =
        "POST %s HTTP/1.1\r\nHost: h\r\n%sConnection: close\r\n\r\n".formatted(path, header);
    try (Socket socket =
        TestGateway.trust().getSocketFactory().createSocket(host, gateway.adminPort())) {
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private String operator(String outcome, String path, int status) throws IOException {
    int query = path.indexOf('?');
    return "{time=%s, event=operator, outcome=%s, client=127.0.0.1, method=POST, action=%s, query=%s, status=%d}"
        .formatted(
            ((Map<?, ?>) last()).get("time"),
            outcome,
            path.substring(0, query),
            path.substring(query + 1),
            status);
  }

  @Test
  void a_wrong_token_is_written_down_wherever_it_is_sent() throws Exception {
    try (TestGateway gateway = start("refusals")) {
      gateway.admin("GET", "/status");
      gateway.admin("GET", "/status", "Authorization", "Bearer a-secret-of-operators");
      assertThat(last()).asString().contains("event=access-file");
      gateway.admin("GET", "/status", "Authorization", "Bearer a-guess-of-somebody");
      assertThat(last())
          .asString()
          .endsWith(
              "event=operator, outcome=refused, client=127.0.0.1, method=GET, action=/status, query=, status=401}");
    }
    assertThat(Files.readString(log())).doesNotContain("a-guess-of-somebody");
  }

  @Test
  void rules_are_written_down_when_they_are_taken_and_when_they_are_not() throws Exception {
    try (TestGateway gateway = start("refusals")) {
      assertThat(last())
          .asString()
          .endsWith("outcome=loaded, file=" + rules + ", identities=1, keys=1, certificates=0}");
      Files.writeString(rules, "anonymous: {raed: []}");
      while (entries().size() == 1) {
        assertThat(gateway.port()).isPositive();
      }
      assertThat(last()).asString().contains("outcome=refused", "\"raed\" is unknown");
    }
  }

  @Test
  void how_much_was_written_is_a_metric() throws Exception {
    try (TestGateway gateway = start("refusals")) {
      assertThat(gateway.get("/mill/secret").statusCode()).isEqualTo(403);
      Scrape scrape = Scrape.of(gateway.admin("GET", "/metrics").body());
      assertThat(scrape.value("millrace_audit_entries_total", "result", "written")).isEqualTo(2);
      assertThat(scrape.value("millrace_audit_entries_total", "result", "lost")).isZero();
    }
  }
}
