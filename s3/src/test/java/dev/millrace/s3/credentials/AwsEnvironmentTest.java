package dev.millrace.s3.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AwsEnvironmentTest {
  @TempDir Path home;

  private Path file(String name, String content) throws IOException {
    Files.createDirectories(home.resolve(".aws"));
    return Files.writeString(home.resolve(".aws", name), content);
  }

  private Credentials keys(Map<String, String> variables) throws IOException {
    return new AwsEnvironment(variables, home).credentials().credentials().orElseThrow();
  }

  @Test
  void variables_go_before_files() throws IOException {
    file("credentials", "[default]\naws_access_key_id=F\naws_secret_access_key=S\n");
    Credentials keys =
        keys(
            Map.of(
                "AWS_ACCESS_KEY_ID", "V", "AWS_SECRET_ACCESS_KEY", "W", "AWS_SESSION_TOKEN", "T"));
    assertThat(keys.accessKeyId()).isEqualTo("V");
    assertThat(keys.secretAccessKey()).isEqualTo("W");
    assertThat(keys.sessionToken()).isEqualTo("T");
  }

  @Test
  void a_profile_is_put_together_from_both_files() throws IOException {
    file(
        "credentials",
        "# keys\r\n[other]\r\naws_access_key_id=O\r\n[work]\r\naws_access_key_id = K # mine\r\n");
    file(
        "config",
        """
        [default]
        region = us-east-1
        [profile work]
        region=eu-north-1
        aws_access_key_id = hidden
        aws_secret_access_key = a+b/c=
        s3 =
          region = nested
        [work]
        region = unprefixed
        """);
    Map<String, String> variables = Map.of("AWS_PROFILE", "work");
    assertThat(keys(variables).accessKeyId()).isEqualTo("K");
    assertThat(keys(variables).secretAccessKey()).isEqualTo("a+b/c=");
    assertThat(new AwsEnvironment(variables, home).region()).contains("eu-north-1");
    assertThat(new AwsEnvironment(Map.of(), home).region()).contains("us-east-1");
    assertThat(new AwsEnvironment(Map.of("AWS_DEFAULT_REGION", "x"), home).region()).contains("x");
  }

  @Test
  void files_may_lie_elsewhere() throws IOException {
    Path elsewhere = file("elsewhere", "[default]\naws_access_key_id=F\naws_secret_access_key=S\n");
    assertThat(keys(Map.of("AWS_SHARED_CREDENTIALS_FILE", elsewhere.toString())).accessKeyId())
        .isEqualTo("F");
  }

  @Test
  void rotated_keys_are_taken_up() throws IOException {
    file("credentials", "[default]\naws_access_key_id=OLD\naws_secret_access_key=S\n");
    CredentialsSource source = new AwsEnvironment(Map.of(), home).credentials();
    assertThat(source.credentials().orElseThrow().accessKeyId()).isEqualTo("OLD");
    Path file = file("credentials", "[default]\naws_access_key_id=NEW\naws_secret_access_key=S\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(source.credentials().orElseThrow().accessKeyId()).isEqualTo("NEW");
  }

  @Test
  void what_was_looked_for_is_told_where_there_is_nothing() {
    assertThatThrownBy(() -> keys(Map.of("AWS_PROFILE", "work")))
        .isInstanceOf(CredentialsException.class)
        .message()
        .contains("AWS_ACCESS_KEY_ID", "\"work\"", home.toString())
        .doesNotContain("\n");
  }

  @Test
  void half_a_pair_is_told() {
    assertThatThrownBy(() -> keys(Map.of("AWS_ACCESS_KEY_ID", "V")))
        .hasMessageContaining("has AWS_ACCESS_KEY_ID but not AWS_SECRET_ACCESS_KEY");
  }

  @Test
  void keys_that_no_header_can_hold_are_told_without_being_shown() {
    assertThatThrownBy(
            () -> keys(Map.of("AWS_ACCESS_KEY_ID", "V", "AWS_SECRET_ACCESS_KEY", "hu sh")))
        .isInstanceOf(CredentialsException.class)
        .message()
        .contains("secret access key")
        .doesNotContain("hu sh");
  }
}
