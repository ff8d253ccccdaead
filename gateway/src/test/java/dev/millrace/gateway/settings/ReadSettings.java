package dev.millrace.gateway.settings;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// Settings as they are read in a checkout of its own, from what a test gives.
abstract class ReadSettings {
  @TempDir Path folder;

  final Map<String, String> flags = new HashMap<>();
  final Map<String, String> environment =
      new HashMap<>(Map.of("AWS_EC2_METADATA_DISABLED", "true"));
  @Nullable String config;

  @BeforeEach
  void lay_out_a_checkout() throws IOException {
    Files.createDirectories(folder.resolve("checkout/samples"));
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("some.pem"), "any");
  }

  Settings read() {
    return Settings.read(
        config,
        flags,
        new Surroundings(
            environment,
            folder,
            folder.resolve("home"),
            folder.resolve("checkout"),
            512L << 20,
            1L << 30,
            1L << 20));
  }

  void assertRefused(String... parts) {
    assertThatThrownBy(this::read)
        .isInstanceOf(SettingException.class)
        .hasMessageContainingAll(parts)
        .message()
        .doesNotContain("\n");
  }
}
