package dev.millrace.s3.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Keys of a role that is taken on with a web identity, from an STS played on this machine.
@Timeout(30)
class WebIdentityCredentialsTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String ROLE = "arn:aws:iam::123456789012:role/miller";

  @TempDir Path home;

  private final SettableClock clock = new SettableClock();
  private final Map<String, String> variables = new HashMap<>();
  private Path tokenFile;

  @BeforeEach
  void identity() throws IOException {
    tokenFile = Files.writeString(home.resolve("token"), "one+/=.x\n");
    variables.put("AWS_WEB_IDENTITY_TOKEN_FILE", tokenFile.toString());
    variables.put("AWS_ROLE_ARN", ROLE);
  }

  private CredentialsSource source() {
    return source(new UrlConnectionHttp());
  }

  private CredentialsSource source(MetadataHttp http) {
    return new AwsEnvironment(variables, home, http, clock, () -> 0L).credentials();
  }

  private String xml() {
    return """
    <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
      <AssumeRoleWithWebIdentityResult>
        <SubjectFromWebIdentityToken>miller</SubjectFromWebIdentityToken>
        <AssumedRoleUser><Arn>%s/millrace</Arn></AssumedRoleUser>
        <Credentials>
          <SessionToken>hush-token</SessionToken>
          <SecretAccessKey>hush</SecretAccessKey>
          <Expiration>%s</Expiration>
          <AccessKeyId>W</AccessKeyId>
        </Credentials>
      </AssumeRoleWithWebIdentityResult>
    </AssumeRoleWithWebIdentityResponse>
    """
        .formatted(ROLE, clock.instant().plus(HOUR));
  }

  private FakeService sts() throws IOException {
    FakeService service = new FakeService(_ -> new Reply(200, xml()));
    variables.put("AWS_ENDPOINT_URL_STS", service.url());
    return service;
  }

  @Test
  void sts_gives_keys_for_the_token_which_is_read_at_each_renewal() throws IOException {
    variables.put("AWS_ROLE_SESSION_NAME", "mill");
    try (FakeService sts = sts()) {
      CredentialsSource source = source();
      Credentials keys = source.credentials().orElseThrow();
      assertThat(keys.accessKeyId()).isEqualTo("W");
      assertThat(keys.secretAccessKey()).isEqualTo("hush");
      assertThat(keys.sessionToken()).isEqualTo("hush-token");
      Files.writeString(tokenFile, "two");
      clock.advance(HOUR.minus(RefreshedCredentials.WINDOW));
      source.credentials();
      assertThat(sts.lines()).containsExactly("POST /", "POST /");
      assertThat(sts.asked().getFirst().header("Content-Type"))
          .isEqualTo("application/x-www-form-urlencoded");
      String form =
          "Action=AssumeRoleWithWebIdentity&Version=2011-06-15"
              + "&RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fmiller&RoleSessionName=mill";
      assertThat(sts.asked())
          .extracting(FakeService.Asked::body)
          .containsExactly(
              form + "&WebIdentityToken=one%2B%2F%3D.x", form + "&WebIdentityToken=two");
    }
  }

  @Test
  void a_web_identity_goes_before_the_profile_and_after_keys_in_variables() throws IOException {
    Files.createDirectory(home.resolve(".aws"));
    Files.writeString(
        home.resolve(".aws", "credentials"),
        "[default]\naws_access_key_id=F\naws_secret_access_key=S\n");
    try (FakeService _ = sts()) {
      assertThat(source().credentials().orElseThrow().accessKeyId()).isEqualTo("W");
      variables.put("AWS_ACCESS_KEY_ID", "V");
      variables.put("AWS_SECRET_ACCESS_KEY", "S");
      assertThat(source().credentials().orElseThrow().accessKeyId()).isEqualTo("V");
    }
  }

  @ParameterizedTest
  @CsvSource({
    ", https://sts.amazonaws.com/",
    "eu-north-1, https://sts.eu-north-1.amazonaws.com/",
    "cn-north-1, https://sts.cn-north-1.amazonaws.com.cn/"
  })
  void sts_is_asked_in_the_region(String region, URI asked) throws IOException {
    if (region != null) {
      variables.put("AWS_REGION", region);
    }
    var uri = new URI[1];
    source(
            question -> {
              uri[0] = question.uri();
              return new MetadataHttp.Answer(200, xml().getBytes(UTF_8));
            })
        .credentials();
    assertThat(uri[0]).isEqualTo(asked);
  }

  @Test
  void a_region_that_could_be_another_host_is_not_asked() {
    variables.put("AWS_REGION", "evil.example/");
    MetadataHttp nobody =
        question -> {
          throw new AssertionError(question);
        };
    assertThatThrownBy(() -> source(nobody).credentials()).hasMessageContaining("region");
  }

  @Test
  void a_refusal_is_told_in_the_words_of_sts() throws IOException {
    String error =
        """
        <ErrorResponse><Error><Type>Sender</Type><Code>ExpiredTokenException</Code>
        <Message>Token expired</Message></Error><RequestId>1</RequestId></ErrorResponse>
        """;
    try (FakeService sts = new FakeService(_ -> new Reply(400, error))) {
      variables.put("AWS_ENDPOINT_URL_STS", sts.url());
      assertThatThrownBy(() -> source().credentials())
          .isInstanceOf(CredentialsException.class)
          .message()
          .contains("STS at " + sts.url() + " answers 400 ExpiredTokenException: Token expired")
          .doesNotContain("one+", "\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hush",
        "<a><SecretAccessKey>hush</a>",
        "<a><SecretAccessKey><b>hush</b></SecretAccessKey></a>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a><AccessKeyId>&x;</AccessKeyId></a>",
        "<a><AccessKeyId>W</AccessKeyId><SecretAccessKey>hush</SecretAccessKey></a>"
      })
  void an_answer_in_disorder_is_told_without_being_shown(String xml) throws IOException {
    try (FakeService sts = new FakeService(_ -> new Reply(200, xml))) {
      variables.put("AWS_ENDPOINT_URL_STS", sts.url());
      assertThatThrownBy(() -> source().credentials())
          .isInstanceOf(CredentialsException.class)
          .message()
          .contains("STS at " + sts.url())
          .doesNotContain("hush", "\n");
    }
  }

  @Test
  void half_an_identity_is_told() throws IOException {
    Files.writeString(tokenFile, " \n");
    assertThatThrownBy(() -> source().credentials()).hasMessageContaining("is empty");
    Files.delete(tokenFile);
    assertThatThrownBy(() -> source().credentials())
        .hasMessageContaining("cannot read the token in " + tokenFile);
    variables.remove("AWS_ROLE_ARN");
    assertThatThrownBy(() -> source().credentials())
        .hasMessage("AWS_WEB_IDENTITY_TOKEN_FILE is set but not AWS_ROLE_ARN");
  }
}
