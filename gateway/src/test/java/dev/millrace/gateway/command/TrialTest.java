package dev.millrace.gateway.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrialTest {
  @TempDir Path folder;

  private final Map<String, String> flags = new HashMap<>(Map.of("state", "/s", "bucket", "mill"));

  private String trial() {
    flags.putIfAbsent("origin", folder.toString());
    var settings =
        Settings.read(
            null,
            flags,
            new Surroundings(Map.of(), folder, folder, null, 1L << 30, 4L << 30, 1L << 20));
    return Trial.of(settings, 8443);
  }

  @Test
  void the_first_file_that_lies_least_deep_is_asked_for() throws IOException {
    Files.createDirectories(folder.resolve("a"));
    for (var name : new String[] {"a/a.txt", "c.txt", "b & ü.txt", ".hidden"}) {
      Files.writeString(folder.resolve(name), "any");
    }
    assertThat(trial())
        .isEqualTo("curl --cacert /s/ca.pem https://127.0.0.1:8443/mill/b%20%26%20%C3%BC.txt");
  }

  @Test
  void an_empty_folder_is_listed() {
    assertThat(trial())
        .isEqualTo("curl --cacert /s/ca.pem 'https://127.0.0.1:8443/mill?list-type=2'");
  }

  @Test
  void a_bucket_is_listed() {
    flags.remove("bucket");
    flags.put("origin", "s3://grain");
    flags.put("region", "eu-west-1");
    assertThat(trial()).endsWith("'https://127.0.0.1:8443/grain?list-type=2'");
  }

  @ParameterizedTest
  @CsvSource({"0.0.0.0, 127.0.0.1", "::, [::1]", "::1, [::1]", "mill.example, mill.example"})
  void the_host_is_one_that_a_client_can_reach(String host, String expected) {
    flags.put("host", host);
    flags.put("anonymous", "on");
    assertThat(trial()).contains("https://" + expected + ":8443/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "", "a b", "it's", "$(x) `y` \"z\" \\", "a\nb", "*?[~#&;|<>"})
  void the_shell_reads_a_quoted_word_as_it_was(String text) throws Exception {
    var shell = new ProcessBuilder("sh", "-c", "printf %s " + Trial.quoted(text)).start();
    assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8)).isEqualTo(text);
    assertThat(shell.waitFor()).isZero();
  }
}
