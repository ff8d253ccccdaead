package dev.millrace.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdminTokenTest {
  private static final String SECRET = "c2VjcmV0c2VjcmV0";

  @TempDir Path folder;

  private Path file(String content, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void the_token_is_what_the_file_holds_and_nothing_else() throws IOException {
    AdminToken token = AdminToken.read(file(SECRET + "\n", "rw-------"));
    assertThat(token.isIn("Bearer " + SECRET)).isTrue();
    assertThat(token.isIn("bearer " + SECRET)).isTrue();
    assertThat(token.isIn("Bearer " + SECRET + "0")).isFalse();
    assertThat(token.isIn("Bearer " + SECRET.substring(1))).isFalse();
    assertThat(token.isIn("Basic " + SECRET)).isFalse();
    assertThat(token.isIn(SECRET)).isFalse();
    assertThat(token.isIn("Bearer ")).isFalse();
    assertThat(token.isIn("")).isFalse();
  }

  @Test
  void its_text_tells_nothing_of_it() throws IOException {
    assertThat(AdminToken.read(file(SECRET, "rw-------"))).hasToString("AdminToken[…]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--"})
  void a_file_that_others_may_read_is_refused(String permissions) throws IOException {
    Path file = file(SECRET, permissions);
    assertThatThrownBy(() -> AdminToken.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " may be read by others than its owner: chmod 600 it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "fifteenletters_", "two words, more than sixteen", "sixteen_lettersé"})
  void what_is_no_token_is_refused_and_not_repeated(String content) throws IOException {
    Path file = file(content, "rw-------");
    assertThatThrownBy(() -> AdminToken.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " holds no token for admin-token")
        .hasMessageNotContaining("letters_")
        .hasMessageNotContaining("words");
  }
}
