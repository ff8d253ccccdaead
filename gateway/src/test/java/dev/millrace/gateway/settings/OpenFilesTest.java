package dev.millrace.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What follows for the settings of how many files the process may have open.
class OpenFilesTest {
  @TempDir private Path folder;
  private final Map<String, String> flags = new HashMap<>();

  private int connections(long files) {
    flags.put("origin", folder.toString());
    flags.put("bucket", "mill");
    Surroundings here =
        new Surroundings(Map.of(), folder, folder, null, 512L << 20, 1L << 30, files);
    return Settings.read(null, flags, here).clients().connections();
  }

  private void assertRefused(long files, String... parts) {
    assertThatThrownBy(() -> connections(files))
        .isInstanceOf(SettingException.class)
        .hasMessageContainingAll(parts)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void there_are_no_more_connections_than_files_that_may_be_open() {
    assertThat(connections(1 << 20)).isEqualTo(10_000);
    assertThat(connections(1024)).isEqualTo(768);
    flags.putAll(Map.of("admin-port", "0", "origin-fetches", "32"));
    assertThat(connections(1024)).isEqualTo(544);
    flags.putAll(Map.of("ssd-folder", "ssd", "ssd-size", "1GiB"));
    assertThat(connections(1024)).isBetween(400, 543);
  }

  @Test
  void what_is_asked_for_and_cannot_hold_is_refused() {
    flags.put("connections", "769");
    assertRefused(
        1024,
        "connections cannot be \"769\" (flag --connections)",
        "may have 1024 files open",
        "ulimit -n",
        "take 768 at most");
    flags.put("connections", "768");
    assertThat(connections(1024)).isEqualTo(768);
    flags.clear();
    assertRefused(200, "there can be no connections: this process may have 200 files open");
  }
}
