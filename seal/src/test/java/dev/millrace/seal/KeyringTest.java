package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.seal.SealException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyringTest {
  private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
  private static final String OTHER = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";
  private static final byte[] CONTENT = Samples.bytes(5000);

  @TempDir private Path folder;

  @Test
  void the_first_line_wraps_and_all_unwrap() throws IOException {
    Keyring before = Keyring.parse(List.of("old " + KEY));
    Sealer oldSealer = new Sealer(Samples.SMALL, before);
    byte[] old = oldSealer.seal(CONTENT, BINDING);

    Keyring after = Keyring.parse(List.of("# rotated", "new " + OTHER, "", "  old \t" + KEY + " "));
    assertThat(after.names()).containsExactly("new", "old");
    assertThat(after.wrap(new byte[32]).keyId()).isEqualTo("new");
    byte[] fresh = new Sealer(Samples.SMALL, after).seal(CONTENT, BINDING);
    byte[] stillOld = oldSealer.seal(CONTENT, BINDING);
    Opener opener = new Opener(after);
    for (byte[] sealed : List.of(old, fresh, stillOld)) {
      assertThat(opener.open(sealed, BINDING, 5000)).isEqualTo(CONTENT);
    }
    assertRefused(() -> new Opener(before).open(fresh, BINDING, 5000), Reason.UNKNOWN_KEY, "new");
  }

  @Test
  void another_key_of_the_same_name_does_not_fit() throws IOException {
    byte[] sealed = sealed("k " + KEY);
    Opener opener = new Opener(Keyring.parse(List.of("k " + OTHER)));
    assertRefused(() -> opener.open(sealed, BINDING, 5000), Reason.WRONG_KEY, "\"k\"");
  }

  @Test
  void the_same_key_under_another_name_does_not_fit() throws IOException {
    byte[] sealed = sealed("a " + KEY);
    sealed[22] = 'b';
    Opener opener = new Opener(Keyring.parse(List.of("a " + KEY, "b " + KEY)));
    assertRefused(() -> opener.open(sealed, BINDING, 5000), Reason.WRONG_KEY, "\"b\"");
  }

  @Test
  void a_wrapped_key_of_another_length_does_not_fit() {
    Keyring keys = Keyring.parse(List.of("k " + KEY));
    for (int length : new int[] {0, 1, 12, 28, 59, 61, 6144}) {
      WrappedKey wrapped = new WrappedKey("k", new byte[length]);
      assertRefused(() -> keys.unwrap(wrapped), Reason.WRONG_KEY, "\"k\"");
    }
  }

  @Test
  void an_unknown_name_is_shown_without_what_a_terminal_would_obey() throws IOException {
    String name = "\u001B[2J\n\u0085\u202E\u2028x" + "y".repeat(1000);
    WrappedKey wrapped = new WrappedKey(name, new byte[60]);
    Keyring keys = Keyring.parse(List.of("k " + KEY));
    Throwable thrown = catchThrowable(() -> keys.unwrap(wrapped));
    assertThat(thrown).isInstanceOf(SealException.class);
    assertThat(thrown.getMessage()).contains("?[2J????x").hasSizeLessThan(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alone",
        "a " + KEY + " more",
        "a not-base64!",
        "a " + KEY + "=",
        "a MDEyMw==",
        "a " + KEY + KEY,
        KEY + " swapped",
        "good " + OTHER
      })
  void a_line_that_is_no_key_is_told_by_its_number(String line) {
    List<String> lines = List.of("good " + KEY, "# a remark", line);
    assertThatThrownBy(() -> Keyring.parse(lines))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 3: ")
        .satisfies(KeyringTest::tellsNoKey);
  }

  @Test
  void there_must_be_a_key() {
    for (List<String> lines : List.of(List.<String>of(), List.of("", "# nothing"))) {
      assertThatThrownBy(() -> Keyring.parse(lines)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_new_key_is_a_line() {
    String line = Keyring.newKey();
    assertThat(line).matches("[0-9a-f]{8} [A-Za-z0-9+/]{43}=");
    assertThat(Keyring.parse(List.of(line)).names()).containsExactly(line.substring(0, 8));
    assertThat(Keyring.newKey()).isNotEqualTo(line);
  }

  @Test
  void no_key_is_shown() throws IOException {
    Keyring keys = Keyring.parse(List.of("k " + KEY));
    byte[] sealed = sealed("k " + KEY);
    assertThat(keys).hasToString("Keyring[k]");
    assertThat(keys.wrap(new byte[32]).toString()).doesNotContain("MDEy");
    for (Opener opener :
        List.of(
            new Opener(Keyring.parse(List.of("k " + OTHER))),
            new Opener(Keyring.parse(List.of("other " + KEY))))) {
      assertThatThrownBy(() -> opener.open(sealed, BINDING, 5000))
          .satisfies(KeyringTest::tellsNoKey);
    }
  }

  @Test
  void a_file_is_read_and_its_mistakes_are_told_with_its_name() throws IOException {
    assertThat(Keyring.read(file("k " + KEY + "\n")).names()).containsExactly("k");
    Path wrong = file("k " + KEY + "\nbroken " + KEY.substring(1) + "\n");
    assertThatThrownBy(() -> Keyring.read(wrong))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(wrong.toString(), "line 2")
        .satisfies(KeyringTest::tellsNoKey);
    Path binary = Files.write(file(""), new byte[] {(byte) 0xFF, (byte) 0xFE, 0});
    assertThatThrownBy(() -> Keyring.read(binary))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(binary.toString());
  }

  @Test
  void a_file_that_is_not_there_is_told_as_such() {
    assertThatThrownBy(() -> Keyring.read(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void a_file_that_others_may_read_is_refused() throws IOException {
    Path file = file("k " + KEY);
    assumeTrue(
        file.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "this file system has no permissions of others");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> Keyring.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll(file.toString(), "chmod")
        .satisfies(KeyringTest::tellsNoKey);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(Keyring.read(file).names()).containsExactly("k");
  }

  private Path file(String text) throws IOException {
    Path file = Files.writeString(Files.createTempFile(folder, "keys", ""), text);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
    return file;
  }

  private static byte[] sealed(String line) throws IOException {
    return new Sealer(Samples.SMALL, Keyring.parse(List.of(line))).seal(CONTENT, BINDING);
  }

  private static void tellsNoKey(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      assertThat(String.valueOf(cause.getMessage())).doesNotContain("MDEy", "DEyM", "ZmVk");
    }
  }

  private static void assertRefused(ThrowingCallable call, Reason reason, String says) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(SealException.class, e -> assertThat(e.reason()).isEqualTo(reason))
        .hasMessageContaining(says);
  }
}
