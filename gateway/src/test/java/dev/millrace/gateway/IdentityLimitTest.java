package dev.millrace.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.credentials.Credentials;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// How often somebody may ask who is known by more than an address.
@Timeout(60)
class IdentityLimitTest {
  private static final Credentials REPORTS =
      new Credentials("MRREPORTS", "a-secret-of-reports", null);
  private static final String RULES =
      """
      anonymous:
        read: [mill]
      identities:
        reports:
          keys: {MRREPORTS: a-secret-of-reports}
          read: [mill]
          requests-per-second: %d
      """;

  @TempDir private Path folder;
  private Path objects;
  private Path rules;

  @BeforeEach
  void lay_out_files() throws Exception {
    objects = Files.createDirectory(folder.resolve("objects"));
    Files.writeString(objects.resolve("k"), "v");
    rules = Files.writeString(folder.resolve("access.yaml"), RULES.formatted(1));
    Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void who_asks_too_often_is_told_so_and_nobody_else_is() throws Exception {
    try (TestGateway gateway = TestGateway.serving(objects, "access-file", rules.toString())) {
      HttpResponse<byte[]> answer = signed(gateway);
      while (answer.statusCode() == 200) {
        answer = signed(gateway);
      }
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).asString(UTF_8).contains("<Code>SlowDown</Code>");
      assertThat(answer.headers().firstValue("retry-after")).hasValue("1");
      assertThat(gateway.logged(line -> line.contains(" 503 "))).contains(" reports ");
      for (int i = 0; i < 10; i++) {
        assertThat(gateway.get("/mill/k").statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void a_changed_file_changes_how_often() throws Exception {
    try (TestGateway gateway = TestGateway.serving(objects, "access-file", rules.toString())) {
      while (signed(gateway).statusCode() == 200) {
        // There was a token.
      }
      Files.writeString(rules, RULES.formatted(1_000_000));
      for (int passed = 0; passed < 20; ) {
        passed = signed(gateway).statusCode() == 200 ? passed + 1 : 0;
      }
      assertThat(signed(gateway).statusCode()).isEqualTo(200);
    }
  }

  private static HttpResponse<byte[]> signed(TestGateway gateway) throws Exception {
    return gateway.get("/mill/k", Signature.ofGet(gateway.port(), "/mill/k", REPORTS));
  }
}
