package dev.millrace.gateway.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.millrace.gateway.settings.Setting;
import dev.millrace.gateway.settings.SettingTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a real shell makes of the script.
class CompletionCommandTest {
  private static final String COMPLETE =
      """
      source "$1" && shift
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _complete_millrace
      printf '%s\\n' "${COMPREPLY[@]}"
      """;

  @TempDir private Path folder;
  private Path script;

  @BeforeEach
  void print() throws Exception {
    var out = new StringWriter();
    assertThat(Millrace.commandLine().setOut(new PrintWriter(out)).execute("completion")).isZero();
    script = Files.writeString(folder.resolve("script"), out.toString());
  }

  @Test
  void bash_is_told_of_the_command_and_offers_files_where_there_are_no_words() throws Exception {
    assertThat(bash("source \"$1\" && complete -p millrace").strip())
        .isEqualTo("complete -o default -F _complete_millrace millrace");
    assertThat(completed("millrace", "serve", "--certificate", "")).isEmpty();
    assertThat(script).content().doesNotContain("+o default");
  }

  @Test
  void the_first_word_is_a_subcommand() throws Exception {
    assertThat(completed("millrace", "")).contains("serve", "get", "seal", "doctor", "completion");
    assertThat(completed("millrace", "do")).containsExactly("doctor");
  }

  @Test
  void serve_takes_every_setting_as_a_flag() throws Exception {
    assertThat(completed("millrace", "serve", "--"))
        .contains("--config", "--debug")
        .containsAll(SettingTable.all().stream().<String>map(Setting::flag).toList());
    assertThat(completed("millrace", "serve", "--slice")).containsExactly("--slice-size");
  }

  @Test
  void settings_of_a_few_words_offer_them() throws Exception {
    assertThat(completed("millrace", "serve", "--access-log", ""))
        .containsExactlyInAnyOrder("on", "off");
    assertThat(completed("millrace", "serve", "--log-format", "j")).containsExactly("json");
    assertThat(completed("millrace", "get", "--tls", ""))
        .containsExactlyInAnyOrder("millrace", "jdk");
    assertThat(completed("millrace", "serve", "--ssd-compression", "l")).containsExactly("lz4");
  }

  private List<String> completed(String... words) throws Exception {
    return bash(COMPLETE, words).lines().filter(line -> !line.isEmpty()).toList();
  }

  private String bash(String program, String... words) throws Exception {
    var command = new ArrayList<>(List.of("bash", "--norc", "-c", program, "bash"));
    command.add(script.toString());
    command.addAll(List.of(words));
    Process bash;
    try {
      bash = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException _) {
      System.out.println("SKIPPED the completion of command lines: no bash here");
      return abort("no bash on this machine");
    }
    String output = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).as(output).isZero();
    return output;
  }
}
