package dev.millrace.s3.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.s3.credentials.FakeService.Reply;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The credentials service of a container, of ECS or EKS, played on this machine.
@Timeout(30)
class ContainerCredentialsTest {
  private static final String RELATIVE = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI";
  private static final String FULL = "AWS_CONTAINER_CREDENTIALS_FULL_URI";
  private static final String TOKEN = "AWS_CONTAINER_AUTHORIZATION_TOKEN";
  private static final String TOKEN_FILE = "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE";
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path home;

  private final SettableClock clock = new SettableClock();
  private final Map<String, String> variables = new HashMap<>();

  private CredentialsSource source() {
    return source(new UrlConnectionHttp());
  }

  private CredentialsSource source(MetadataHttp http) {
    return new AwsEnvironment(variables, home, http, clock, () -> 0L).credentials();
  }

  private static String keyId(CredentialsSource source) throws CredentialsException {
    return source.credentials().orElseThrow().accessKeyId();
  }

  private FakeService service() throws IOException {
    FakeService service = new FakeService(_ -> FakeService.json("C", clock.instant().plus(HOUR)));
    variables.put(FULL, service.url() + "/v2/keys?of=me");
    return service;
  }

  @Test
  void keys_come_from_the_full_address_without_a_token_where_none_is_set() throws IOException {
    try (FakeService service = service()) {
      Credentials keys = source().credentials().orElseThrow();
      assertThat(keys.accessKeyId()).isEqualTo("C");
      assertThat(keys.secretAccessKey()).isEqualTo("hush");
      assertThat(keys.sessionToken()).isEqualTo("hush-token");
      assertThat(service.lines()).containsExactly("GET /v2/keys?of=me");
      assertThat(service.asked().getFirst().headers()).doesNotContainKey("Authorization");
    }
  }

  @Test
  void a_token_file_goes_before_the_token_and_is_read_at_each_renewal() throws IOException {
    Path file = Files.writeString(home.resolve("token"), "Basic one");
    variables.put(TOKEN, "Basic zero");
    try (FakeService service = service()) {
      source().credentials();
      variables.put(TOKEN_FILE, file.toString());
      CredentialsSource source = source();
      source.credentials();
      Files.writeString(file, "Basic two");
      source.credentials();
      clock.advance(HOUR);
      source.credentials();
      assertThat(service.asked())
          .extracting(asked -> asked.header("Authorization"))
          .containsExactly("Basic zero", "Basic one", "Basic two");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hush\n", "hu\r\nsh: x", "", "hüsh"})
  void a_token_that_no_header_can_hold_is_refused_without_being_shown(String token)
      throws IOException {
    variables.put(TOKEN_FILE, Files.writeString(home.resolve("token"), token).toString());
    try (FakeService service = service()) {
      assertThatThrownBy(() -> source().credentials())
          .isInstanceOf(CredentialsException.class)
          .message()
          .contains(TOKEN_FILE)
          .doesNotContain("hu", "\n");
      assertThat(service.asked()).isEmpty();
    }
  }

  @Test
  void a_token_file_that_is_missing_or_endless_is_told() throws IOException {
    try (FakeService service = service()) {
      variables.put(TOKEN_FILE, home.resolve("none").toString());
      assertThatThrownBy(() -> source().credentials()).hasMessageContaining("cannot read");
      Path file = Files.write(home.resolve("token"), new byte[100_000]);
      variables.put(TOKEN_FILE, file.toString());
      assertThatThrownBy(() -> source().credentials()).hasMessageContaining("longer than");
      assertThat(service.asked()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/k",
        "http://127.9.9.9:81/k",
        "http://localhost/k",
        "http://[::1]/k",
        "http://169.254.170.2/k",
        "http://169.254.170.23/v1/credentials",
        "http://[fd00:ec2::23]/v1/credentials",
        "https://keys.example/k"
      })
  void these_hosts_are_asked(String address) throws IOException {
    variables.put(FULL, address);
    assertThat(asked()).isEqualTo(URI.create(address));
  }

  @Test
  void a_relative_address_is_asked_of_ecs_before_a_full_one() throws IOException {
    variables.put(FULL, "https://keys.example/k");
    variables.put(RELATIVE, "/v2/credentials/1234");
    assertThat(asked()).isEqualTo(URI.create("http://169.254.170.2/v2/credentials/1234"));
  }

  private URI asked() throws IOException {
    var uri = new URI[1];
    source(
            question -> {
              uri[0] = question.uri();
              return new MetadataHttp.Answer(
                  200,
                  "{\"AccessKeyId\": \"C\", \"SecretAccessKey\": \"hush\", \"Token\": \"t\"}"
                      .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            })
        .credentials();
    return uri[0];
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://keys.example/hush",
        "http://169.254.169.254/hush",
        "http://10.0.0.1/hush",
        "http://127.0.0.1.example/hush",
        "http://[fd00:ec2::254]/hush",
        "http://127.0.0.1@keys.example/hush",
        "ftp://127.0.0.1/hush",
        "127.0.0.1/hush",
        "http:///hush",
        "http://127.0.0.1:99999/hush"
      })
  void no_other_host_is_asked(String address) {
    variables.put(FULL, address);
    assertRefused(FULL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"@keys.example/hush", ".keys.example/hush", ":80/hush", "hush"})
  void a_relative_address_cannot_change_the_host(String address) {
    variables.put(RELATIVE, address);
    assertRefused(RELATIVE);
  }

  private void assertRefused(String variable) {
    MetadataHttp nobody =
        question -> {
          throw new AssertionError(question);
        };
    assertThatThrownBy(() -> source(nobody).credentials())
        .isInstanceOf(CredentialsException.class)
        .message()
        .contains(variable)
        .doesNotContain("hush", "\n");
  }

  @Test
  void a_refusal_is_told_in_the_words_of_the_service_but_not_where_the_keys_are() {
    MetadataHttp http =
        _ ->
            new MetadataHttp.Answer(
                403,
                "{\"code\": \"Denied\", \"message\": \"not\\nyou\"}"
                    .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    variables.put(RELATIVE, "/secret-id");
    assertThatThrownBy(() -> source(http).credentials())
        .message()
        .contains("http://169.254.170.2 answers 403 Denied: not you")
        .doesNotContain("secret-id", "\n");
  }

  @Test
  void broken_json_is_told() throws IOException {
    try (FakeService service = new FakeService(_ -> new Reply(200, "{\"Token\": hush}"))) {
      variables.put(FULL, service.url());
      assertThatThrownBy(() -> source().credentials())
          .message()
          .contains("broken JSON")
          .doesNotContain("hush");
    }
  }

  @Test
  void keys_without_an_end_are_asked_for_again_within_an_hour() throws IOException {
    try (FakeService service =
        new FakeService(_ ->
            new Reply(
                200,
                "{\"AccessKeyId\": \"C\", \"SecretAccessKey\": \"hush\", \"Token\": \"t\"}"))) {
      variables.put(FULL, service.url());
      CredentialsSource source = source();
      assertThat(keyId(source)).isEqualTo("C");
      clock.advance(HOUR);
      assertThat(keyId(source)).isEqualTo("C");
      assertThat(service.asked()).hasSize(2);
    }
  }
}
