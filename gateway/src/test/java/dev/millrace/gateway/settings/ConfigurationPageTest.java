package dev.millrace.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// Writes the page of all settings, and checks that the one in `docs` is the same.
class ConfigurationPageTest {
  @Test
  void the_page_of_all_settings_is_up_to_date() throws IOException {
    var written = Files.createDirectories(Path.of("target")).resolve("configuration.md");
    Files.writeString(written, page());
    assertThat(Path.of("..", "docs", "configuration.md"))
        .as("stale; bring it up to date with: cp gateway/target/configuration.md docs/")
        .hasSameTextualContentAs(written);
  }

  private static String page() {
    var page =
        new StringBuilder(
            """
            # Configuration

            Every setting has one name. `slice-size`, say, is

            - the flag `--slice-size 1MiB` of `millrace serve`,
            - the environment variable `MILLRACE_SLICE_SIZE`,
            - the key `slice-size: 1MiB` in the YAML file that `--config FILE` or `MILLRACE_CONFIG` names.

            Flags override the environment, which overrides the file, which overrides the defaults. An
            empty variable counts as not set. Relative paths start from the working folder, those in the
            file from the file's folder. What is unknown or impossible stops the gateway before it
            starts, with one line that says where it was given and what is allowed.

            A gateway that runs looks at the YAML file every second, and takes over the changes that hold at
            once; a file that is wrong changes nothing
            ([operation.md](operation.md#reloading)). What holds with the next start is told in its log.

            Sizes are plain bytes, or count in 1,024s (`KiB` `MiB` `GiB`, or `K` `M` `G`) or in 1,000s
            (`kB` `MB` `GB`). Durations are whole numbers of `ms`, `s`, `m` or `h`.
            """);
    SettingTable.groups().forEach(group -> append(page, group));
    page.append(
        """

        ## The JVM

        The size of the Java heap, and other flags of the JVM, are given in `MILLRACE_JAVA_OPTS`:
        `MILLRACE_JAVA_OPTS=-Xmx2g`.
        """);
    return page.toString();
  }

  private static void append(StringBuilder page, SettingGroup group) {
    page.append("\n## ").append(group.title()).append("\n\n");
    page.append(
        "| Setting | What it sets | Allowed | Default | A change holds |\n|---|---|---|---|---|\n");
    for (var setting : group.settings()) {
      page.append("| `%s` | ".formatted(setting.name()));
      page.append(setting.description()).append(" | ");
      page.append(setting.allowed()).append(" | ");
      page.append(setting.fallbackDescription()).append(" | ");
      page.append(holds(setting.change())).append(" |\n");
    }
  }

  private static String holds(Setting.Change change) {
    return switch (change) {
      case LIVE -> "at once";
      case CONTENT -> "in the file at once";
      case RESTART -> "with the next start";
    };
  }
}
