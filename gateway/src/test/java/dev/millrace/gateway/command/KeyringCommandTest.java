package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyringCommandTest {
  @TempDir Path folder;

  private Path keys() {
    return folder.resolve("keys");
  }

  private CommandRun keyring(String... arguments) {
    return CommandRun.of(new KeyringCommand(), arguments);
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String permissions(Path file) throws IOException {
    assumeTrue(
        file.getFileSystem().supportedFileAttributeViews().contains("posix"),
        "this file system has no permissions");
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void a_new_one_has_one_key_and_is_its_owners() throws IOException {
    CommandRun run = keyring(keys().toString(), "--new");
    assertThat(run.out()).matches("[0-9a-f]{8}  seals and opens\n");
    assertThat(Files.readString(keys())).matches("[0-9a-f]{8} [A-Za-z0-9+/]{43}=\n");
    assertThat(keyring(keys().toString())).isEqualTo(run);
    assertThat(files()).containsExactly(keys());
    assertThat(permissions(keys())).isEqualTo("rw-------");
  }

  @Test
  void one_that_is_there_is_not_made_anew() throws IOException {
    Files.writeString(keys(), "mine");
    assertThat(keyring(keys().toString(), "--new").failure())
        .contains("cannot make the keyring " + keys(), "there already", "--rotate");
    assertThat(keys()).hasContent("mine");
    assertThat(files()).containsExactly(keys());
  }

  @Test
  void rotation_puts_a_key_on_top_and_keeps_all_else() throws IOException {
    keyring(keys().toString(), "--new");
    String before = "# of the mill\n\n" + Files.readString(keys()) + "# end";
    Files.writeString(keys(), before);
    Path link = Files.createSymbolicLink(folder.resolve("link"), keys());
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(keys(), PosixFilePermissions.fromString("rw-r-----"));
    }
    CommandRun run = keyring(link.toString(), "--rotate");
    assertThat(run.out()).matches("[0-9a-f]{8}  seals and opens\n[0-9a-f]{8}  opens\n");
    assertThat(Files.readString(keys())).matches("(?s).{53}\n.*").endsWith("\n" + before);
    assertThat(files()).containsExactly(keys(), link);
    assertThat(link).isSymbolicLink();
    assertThat(permissions(keys())).isEqualTo("rw-r-----");
  }

  @Test
  void of_two_that_write_at_once_one_is_refused() throws IOException {
    keyring(keys().toString(), "--new");
    String before = Files.readString(keys());
    Path beside = Files.createFile(folder.resolve(".keys.millrace-new"));
    assertThat(keyring(keys().toString(), "--rotate").failure())
        .contains("another millrace", beside + " can be removed");
    assertThat(Files.readString(keys())).isEqualTo(before);
    assertThat(beside).isEmptyFile();
  }

  @ParameterizedTest
  @CsvSource({
    "'', there is no key in it",
    "'name', line 1: a key is a name",
    "'# mill\nname AAAA', line 2: a key has 32 bytes",
    "'name ?', line 1: the key is not in Base64",
  })
  void what_is_no_keyring_is_told_by_its_line(String text, String reason) throws IOException {
    keyring(keys().toString(), "--new");
    Files.writeString(keys(), text);
    for (String[] line : new String[][] {{keys().toString()}, {keys().toString(), "--rotate"}}) {
      assertThat(keyring(line).failure())
          .startsWith("cannot read the keyring: " + keys() + ", ")
          .contains(reason);
    }
    assertThat(Files.readString(keys())).isEqualTo(text);
  }

  @Test
  void one_that_everyone_may_read_is_refused() throws IOException {
    keyring(keys().toString(), "--new");
    assertThat(permissions(keys())).isNotEmpty();
    Files.setPosixFilePermissions(keys(), PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(keyring(keys().toString()).failure())
        .isEqualTo("cannot read the keyring: " + keys() + " may be read by everyone: chmod o-r it");
    assertThat(keyring(keys().toString(), "--rotate").failure()).contains("chmod o-r");
  }

  @Test
  void places_where_none_can_be_are_named() throws IOException {
    assertThat(keyring(keys().toString()).failure())
        .isEqualTo(
            "there is no keyring " + keys() + "; millrace keyring " + keys() + " --new makes one");
    assertThat(keyring(keys().toString(), "--rotate").failure()).contains("--new makes one");
    assertThat(keyring(folder.toString()).failure()).contains("it is a folder");
    assertThat(keyring(folder.resolve("no/keys").toString(), "--new").failure())
        .contains("folder does not exist");
    Files.write(keys(), new byte[] {(byte) 0xff, (byte) 0xfe});
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(keys(), PosixFilePermissions.fromString("rw-------"));
    }
    assertThat(keyring(keys().toString()).failure()).contains("not text in UTF-8");
  }

  @Test
  void a_new_one_is_not_rotated() {
    CommandRun run = keyring(keys().toString(), "--new", "--rotate");
    assertThat(run.status()).isEqualTo(2);
    assertThat(files()).isEmpty();
  }
}
