package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.settings.SettingTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

class MillraceTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    var line = Millrace.commandLine();
    line.addSubcommand(new Failing());
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  @Command(name = "fail")
  static final class Failing implements Callable<Integer> {
    @Parameters private String how = "";

    @Override
    public Integer call() {
      throw how.equals("told")
          ? new CommandFailure("the mill stands still; open the gate", null)
          : new IllegalStateException("unforeseen\nsecond line", new RuntimeException("root"));
    }
  }

  @Test
  void help_names_every_command_and_the_test_of_a_checkout() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("serve", "./millrace test").doesNotContain("\u001b");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void the_help_of_serve_shows_every_setting() {
    assertThat(run("serve", "--help")).isZero();
    for (var setting : SettingTable.all()) {
      assertThat(out.toString()).contains(setting.flag() + "=" + setting.label());
    }
  }

  @Test
  void the_version_of_what_is_sealed_is_the_objects() {
    for (String command : new String[] {"seal", "open"}) {
      assertThat(run(command, "--help")).isZero();
      assertThat(out.toString()).contains("--version=VERSION", "-h, --help");
    }
  }

  @Test
  void the_version_names_the_jdk() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString())
        .matches("millrace \\S+ \\(JDK " + System.getProperty("java.version") + "\\)\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                 | no command given; try: millrace --help
          serv               | unknown command serv, did you mean serve?; try: millrace --help
          serve --slicesize  | unknown option --slicesize, did you mean --slice-size?; try: millrace serve --help
          serve --prot 1     | unknown option --prot, did you mean --port?; try: millrace serve --help
          serve --prot=1     | unknown option --prot=1, did you mean --port?; try: millrace serve --help
          serve --colour red | unknown option --colour; try: millrace serve --help
          srever             | unknown command srever; try: millrace --help
          serve folder       | unknown argument folder; try: millrace serve --help
          seal --verison 3 f | unknown option --verison, did you mean --version?; try: millrace seal --help
          open               | Missing required parameter: 'SEALED'; try: millrace open --help
          """)
  void a_command_line_that_makes_no_sense_is_told_in_one_line(String arguments, String line) {
    assertThat(run(arguments.isEmpty() ? new String[0] : arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString()).isEqualTo("millrace: " + line + "\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void an_impossible_setting_is_told_in_one_line() {
    assertThat(run("serve", "--port", "-1")).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "millrace: port cannot be \"-1\" (flag --port); allowed is a whole number from 0 to"
                + " 65535\n");
  }

  @Test
  void a_failure_is_told_in_its_own_line() {
    assertThat(run("fail", "told")).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("millrace: the mill stands still; open the gate\n");
  }

  @Test
  void an_unforeseen_failure_is_told_with_its_cause_in_one_line() {
    assertThat(run("fail", "otherwise")).isEqualTo(1);
    assertThat(err.toString())
        .isEqualTo(
            "millrace: IllegalStateException: unforeseen (caused by RuntimeException: root); run"
                + " with --debug for the stack trace\n");
  }

  @Test
  void debug_shows_the_stack_trace() {
    assertThat(run("--debug", "fail", "told")).isEqualTo(1);
    assertThat(err.toString()).contains("CommandFailure: the mill", "\tat ");
  }
}
