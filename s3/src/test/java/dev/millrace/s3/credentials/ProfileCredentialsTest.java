package dev.millrace.s3.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a profile may ask for.
class ProfileCredentialsTest {
  @TempDir Path home;

  private final List<String> forms = new ArrayList<>();

  @BeforeEach
  void folder() throws IOException {
    Files.createDirectory(home.resolve(".aws"));
  }

  private void profile(String... settings) throws IOException {
    Files.writeString(
        home.resolve(".aws", "config"),
        "[profile work]\n" + String.join("\n", settings) + "\n[profile other]\nregion = x\n");
  }

  private CredentialsSource source() {
    MetadataHttp sts =
        question -> {
          forms.add(new String(question.body(), UTF_8));
          return new MetadataHttp.Answer(
              200,
              """
              <r><AccessKeyId>W%d</AccessKeyId><SecretAccessKey>s</SecretAccessKey>
              <SessionToken>t</SessionToken><Expiration>2026-11-03T11:00:00Z</Expiration></r>
              """
                  .formatted(forms.size())
                  .getBytes(UTF_8));
        };
    return new AwsEnvironment(
            Map.of("AWS_PROFILE", "work", "AWS_EC2_METADATA_DISABLED", "true"),
            home,
            sts,
            new SettableClock(),
            () -> 0L)
        .credentials();
  }

  private static String keyId(CredentialsSource source) throws CredentialsException {
    return source.credentials().orElseThrow().accessKeyId();
  }

  @Test
  void a_web_identity_of_a_profile_goes_before_its_keys_and_is_followed() throws IOException {
    Path token = Files.writeString(home.resolve("token"), "one");
    String file = "web_identity_token_file = " + token;
    profile("role_arn = a", file, "aws_access_key_id = K", "aws_secret_access_key = S");
    CredentialsSource source = source();
    assertThat(keyId(source)).isEqualTo("W1");
    assertThat(keyId(source)).isEqualTo("W1");
    profile("role_arn = another", file, "role_session_name = mill");
    assertThat(keyId(source)).isEqualTo("W2");
    profile("aws_access_key_id = K", "aws_secret_access_key = S");
    assertThat(keyId(source)).isEqualTo("K");
    assertThat(forms.getFirst()).contains("&RoleArn=a&RoleSessionName=millrace&");
    assertThat(forms.getLast()).contains("&RoleArn=another&RoleSessionName=mill&");
    profile("region = x");
    assertThatThrownBy(() -> keyId(source)).hasMessageContaining("no credentials any more");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sso_session", "sso_start_url", "login_session", "credential_process"})
  void what_is_not_supported_is_refused_even_beside_keys(String setting) throws IOException {
    profile(setting + " = hush", "aws_access_key_id = K", "aws_secret_access_key = S");
    assertRefused(setting);
  }

  @ParameterizedTest
  @ValueSource(strings = {"source_profile", "credential_source"})
  void a_role_on_the_grounds_of_other_keys_is_refused(String setting) throws IOException {
    profile("role_arn = a", setting + " = hush");
    assertRefused(setting);
  }

  private void assertRefused(String setting) {
    assertThatThrownBy(() -> keyId(source()))
        .isInstanceOf(CredentialsException.class)
        .message()
        .contains(
            "\"work\"",
            setting + ", which is not supported",
            "aws configure export-credentials --profile work")
        .doesNotContain("hush", "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"role_arn", "web_identity_token_file"})
  void half_an_identity_is_told(String setting) throws IOException {
    profile(setting + " = a");
    assertThatThrownBy(() -> keyId(source()))
        .hasMessageMatching("profile \"work\" .* has " + setting + " but not (role|web).*");
  }

  @Test
  void a_profile_that_was_named_must_be_there_but_need_not_have_keys() throws IOException {
    assertThatThrownBy(() -> keyId(source()))
        .hasMessageContaining("AWS_PROFILE names profile \"work\", which is in neither");
    profile("region = x");
    assertThatThrownBy(() -> keyId(source()))
        .hasMessageContaining("profile \"work\" has no aws_access_key_id")
        .hasMessageContaining("AWS_EC2_METADATA_DISABLED");
  }

  @Test
  void a_file_without_end_is_not_read_to_the_end() throws IOException {
    Files.write(home.resolve(".aws", "config"), new byte[2 << 20]);
    assertThatThrownBy(() -> keyId(source())).hasMessageContaining("longer than");
  }
}
