package dev.millrace.s3.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.credentials.FakeService.Asked;
import dev.millrace.s3.credentials.FakeService.Reply;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The metadata service of an EC2 instance, played on this machine.
@Timeout(30)
class InstanceMetadataTest {
  private static final String TOKEN = "PUT /latest/api/token";
  private static final String ROLES = "GET /latest/meta-data/iam/security-credentials/";
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path home;

  private final SettableClock clock = new SettableClock();

  /// Answers to lines; the token is `T`, or `T` and a number where tokens are renewed.
  private final Map<String, Reply> replies =
      new HashMap<>(
          Map.of(
              TOKEN,
              new Reply(200, "T"),
              ROLES,
              new Reply(200, "miller\n"),
              ROLES + "miller",
              FakeService.json("I", SettableClock.START.plus(HOUR)),
              "GET /latest/meta-data/placement/region",
              new Reply(200, "eu-north-1")));

  private FakeService service() throws IOException {
    return new FakeService(asked -> replies.getOrDefault(asked.line(), new Reply(404, "")));
  }

  private AwsEnvironment environment(String endpoint) {
    return environment(Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT", endpoint));
  }

  private AwsEnvironment environment(Map<String, String> variables) {
    return environment(variables, new UrlConnectionHttp());
  }

  private AwsEnvironment environment(Map<String, String> variables, MetadataHttp http) {
    return new AwsEnvironment(variables, home, http, clock, () -> 0L);
  }

  private static Credentials keys(AwsEnvironment environment) throws CredentialsException {
    return environment.credentials().credentials().orElseThrow();
  }

  @Test
  void keys_are_those_of_the_role_and_every_question_carries_the_token() throws IOException {
    try (FakeService service = service()) {
      AwsEnvironment environment = environment(service.url() + "/");
      Credentials keys = keys(environment);
      assertThat(keys.accessKeyId()).isEqualTo("I");
      assertThat(keys.secretAccessKey()).isEqualTo("hush");
      assertThat(keys.sessionToken()).isEqualTo("hush-token");
      assertThat(service.lines()).containsExactly(TOKEN, ROLES, ROLES + "miller");
      assertThat(service.asked().getFirst().header("X-aws-ec2-metadata-token-ttl-seconds"))
          .isEqualTo("21600");
      assertThat(service.asked().subList(1, 3))
          .extracting(asked -> asked.header("X-aws-ec2-metadata-token"))
          .containsOnly("T");

      assertThat(environment.region()).contains("eu-north-1");
      assertThat(service.lines()).containsOnlyOnce(TOKEN);
    }
  }

  @Test
  void keys_are_renewed_before_they_end_and_the_token_when_it_ends() throws IOException {
    try (FakeService service = service()) {
      AwsEnvironment environment = environment(service.url());
      keys(environment);
      replies.put(
          ROLES + "miller", FakeService.json("J", SettableClock.START.plus(HOUR.multipliedBy(9))));
      clock.advance(HOUR.minus(RefreshedCredentials.WINDOW));
      assertThat(keys(environment).accessKeyId()).isEqualTo("J");
      assertThat(service.lines()).containsOnlyOnce(TOKEN);
      clock.set(SettableClock.START.plus(Duration.ofHours(6)));
      environment.region();
      assertThat(service.lines().stream().filter(TOKEN::equals)).hasSize(2);
    }
  }

  @Test
  void a_token_that_the_service_forgot_is_replaced_once() throws IOException {
    Function<Asked, Reply> script =
        new Function<>() {
          private int tokens;

          @Override
          public synchronized Reply apply(Asked asked) {
            if (asked.line().equals(TOKEN)) {
              tokens++;
              return new Reply(200, "T" + tokens);
            }
            return asked.header("X-aws-ec2-metadata-token").equals("T1")
                ? new Reply(401, "")
                : replies.getOrDefault(asked.line(), new Reply(404, ""));
          }
        };
    try (FakeService service = new FakeService(script)) {
      assertThat(keys(environment(service.url())).accessKeyId()).isEqualTo("I");
      assertThat(service.lines()).containsExactly(TOKEN, ROLES, TOKEN, ROLES, ROLES + "miller");
    }
    replies.put(ROLES, new Reply(401, ""));
    try (FakeService service = service()) {
      AwsEnvironment environment = environment(service.url());
      assertThatThrownBy(() -> keys(environment)).hasMessageContaining("answers 401");
      assertThat(service.lines()).containsExactly(TOKEN, ROLES, TOKEN, ROLES);
    }
  }

  @Test
  void where_nobody_listens_it_is_told_with_all_other_places_and_believed_for_a_while()
      throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    var asked = new int[1];
    MetadataHttp http =
        question -> {
          asked[0]++;
          return new UrlConnectionHttp().ask(question);
        };
    AwsEnvironment environment =
        environment(Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://127.0.0.1:" + port), http);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> keys(environment))
          .isInstanceOf(CredentialsException.class)
          .message()
          .contains(
              "AWS_ACCESS_KEY_ID",
              "AWS_WEB_IDENTITY_TOKEN_FILE",
              "\"default\"",
              home.toString(),
              "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
              "instance metadata service at http://127.0.0.1:" + port)
          .doesNotContain("\n");
      assertThat(environment.region()).isEmpty();
    }
    assertThat(asked[0]).isEqualTo(1);
    clock.advance(InstanceMetadata.ABSENCE);
    assertThat(environment.region()).isEmpty();
    assertThat(asked[0]).isEqualTo(2);
  }

  @Test
  void where_it_hangs_it_is_given_up() throws IOException {
    try (var server = ScriptedServer.start((_, _) -> new CountDownLatch(1).await())) {
      AwsEnvironment environment = environment(server.endpoint().toString());
      assertThatThrownBy(() -> keys(environment)).hasMessageContaining("timed out");
      assertThat(server.heads()).hasSize(1);
    }
  }

  @Test
  void an_endless_answer_is_not_read_to_the_end() throws IOException {
    try (var server =
        ScriptedServer.start((_, client) -> {
          ScriptedServer.write(client, "", "HTTP/1.1 200 OK", "Content-Length: 5000000000");
          while (!client.isClosed()) {
            client.getOutputStream().write(new byte[1 << 16]);
          }
        })) {
      AwsEnvironment environment = environment(server.endpoint().toString());
      assertThatThrownBy(() -> keys(environment)).hasMessageContaining("longer than 65536 bytes");
    }
  }

  @Test
  void an_answer_that_drips_is_given_up() throws IOException {
    Duration patience = Duration.ofSeconds(20);
    var seconds = new AtomicLong();
    var http = new UrlConnectionHttp(() -> Duration.ofSeconds(seconds.addAndGet(150)).toNanos());
    var readOnce = new CountDownLatch(1);
    try (var server =
        ScriptedServer.start((_, client) -> {
          ScriptedServer.write(client, "drop", "HTTP/1.1 200 OK", "Content-Length: 60000");
          readOnce.await();
        })) {
      var question =
          new MetadataHttp.Question("GET", server.endpoint(), Map.of(), new byte[0], patience);
      assertThatThrownBy(() -> http.ask(question))
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessage("the answer takes too long");
    } finally {
      readOnce.countDown();
    }
  }

  @Test
  void a_redirect_is_not_followed() throws IOException {
    replies.put("GET /elsewhere", new Reply(200, "T"));
    try (FakeService elsewhere = service();
        var server =
            ScriptedServer.start(
                "",
                "HTTP/1.1 307 Temporary Redirect",
                "Location: " + elsewhere.url() + "/elsewhere",
                "Content-Length: 0")) {
      AwsEnvironment environment = environment(server.endpoint().toString());
      assertThatThrownBy(() -> keys(environment)).hasMessageContaining("answers 307");
      assertThat(elsewhere.asked()).isEmpty();
    }
  }

  @Test
  void another_cloud_that_gives_no_tokens_is_no_such_service() throws IOException {
    replies.put(TOKEN, new Reply(405, "<html>"));
    try (FakeService service = service()) {
      AwsEnvironment environment = environment(service.url());
      assertThatThrownBy(() -> keys(environment))
          .hasMessageContaining("AWS_ACCESS_KEY_ID is not set")
          .hasMessageContaining("answers 405");
      assertThat(environment.region()).isEmpty();
      assertThat(service.lines()).containsExactly(TOKEN);
    }
  }

  @Test
  void an_instance_without_a_role_is_told() throws IOException {
    replies.remove(ROLES);
    try (FakeService service = service()) {
      AwsEnvironment environment = environment(service.url());
      assertThatThrownBy(() -> keys(environment)).hasMessageContaining("knows of no role");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{                                                    | broken JSON",
        "hush                                                 | broken JSON",
        "[]                                                   | broken JSON",
        "{} {}                                                | broken JSON",
        "{'Token': 'hush', 'Token': 'hush'}                   | broken JSON",
        "{'Code': 'AssumeRoleUnauthorizedAccess'}             | AssumeRoleUnauthorizedAccess",
        "{}                                                   | access key id is empty",
        "{'AccessKeyId': 'I', 'SecretAccessKey': 'hush hush'} | secret access key is empty or",
        "{'AccessKeyId': 'I', 'SecretAccessKey': 'hush', 'Token': 'hush'}      | an Expiration",
        "{'AccessKeyId': 'I', 'SecretAccessKey': 'hush', 'Token': 'hush', 'Expiration': 'hush'}"
            + " | an Expiration",
      })
  void keys_in_disorder_are_told_without_being_shown(String json, String told) throws IOException {
    replies.put(ROLES + "miller", new Reply(200, json.replace('\'', '"')));
    try (FakeService service = service()) {
      AwsEnvironment environment = environment(service.url());
      assertThatThrownBy(() -> keys(environment))
          .isInstanceOf(CredentialsException.class)
          .hasStackTraceContaining(service.url())
          .satisfies(e -> assertThat(e.getCause()).message().doesNotContain("hush"))
          .message()
          .contains(told)
          .doesNotContain("hush", "\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../../user-data", "a b", "", "role?x"})
  void a_role_that_could_be_no_name_is_not_asked_for(String role) throws IOException {
    replies.put(ROLES, new Reply(200, role));
    try (FakeService service = service()) {
      AwsEnvironment environment = environment(service.url());
      assertThatThrownBy(() -> keys(environment)).hasMessageContaining("names a role");
      assertThat(service.lines()).containsExactly(TOKEN, ROLES);
    }
  }

  @ParameterizedTest
  @CsvSource({"IPv4, http://169.254.169.254", "ipv6, http://[fd00:ec2::254]"})
  void the_mode_chooses_the_address(String mode, String address) {
    MetadataHttp nobody =
        question -> {
          throw new IOException(question.uri() + " is not there");
        };
    AwsEnvironment environment =
        environment(Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE", mode), nobody);
    assertThatThrownBy(() -> keys(environment))
        .hasMessageContaining(address + "/latest/api/token is not there");
  }

  @Test
  void nobody_is_asked_where_it_is_switched_off_or_set_up_wrongly() {
    MetadataHttp nobody =
        question -> {
          throw new AssertionError(question);
        };
    assertThatThrownBy(() -> keys(environment(Map.of("AWS_EC2_METADATA_DISABLED", "True"), nobody)))
        .hasMessageContaining("AWS_EC2_METADATA_DISABLED");
    assertThatThrownBy(
            () -> keys(environment(Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE", "5"), nobody)))
        .hasMessage("AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE is neither IPv4 nor IPv6");
    for (String wrong : new String[] {"169.254.169.254", "ftp://x", "http://a@b", "http://a/b"}) {
      assertThatThrownBy(
              () -> keys(environment(Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT", wrong), nobody)))
          .isInstanceOf(CredentialsException.class)
          .hasMessageContaining("AWS_EC2_METADATA_SERVICE_ENDPOINT is not");
    }
  }

  @Test
  void a_region_that_variables_or_the_profile_name_is_not_asked_for() throws IOException {
    try (FakeService service = service()) {
      Map<String, String> variables =
          Map.of("AWS_REGION", "x", "AWS_EC2_METADATA_SERVICE_ENDPOINT", service.url());
      assertThat(environment(variables).region()).contains("x");
      assertThat(environment(service.url()).statedRegion()).isEmpty();
      assertThat(service.asked()).isEmpty();
      replies.put("GET /latest/meta-data/placement/region", new Reply(200, "evil.example/"));
      assertThatThrownBy(() -> environment(service.url()).region())
          .hasMessageContaining("names a region");
    }
  }
}
