package dev.millrace.conformance.flag;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FlagTest {
  @Test
  void every_flag_of_the_shim_of_boringssl_is_classified() throws IOException {
    assertThat(Flag.values())
        .extracting(Flag::flagName)
        .containsExactlyInAnyOrderElementsOf(known());
  }

  @Test
  void a_flag_is_ignored_only_for_a_reason() {
    assertThat(Flag.values())
        .allSatisfy(flag ->
            assertThat(flag.whyHarmless().isEmpty())
                .isEqualTo(flag.treatment() != Treatment.HARMLESS));
  }

  /// The flags in `ssl/test/test_config.cc` of BoringSSL.
  private static List<String> known() throws IOException {
    try (InputStream in = FlagTest.class.getResourceAsStream("flags.txt")) {
      byte[] bytes = Objects.requireNonNull(in).readAllBytes();
      return Arrays.asList(new String(bytes, StandardCharsets.US_ASCII).split("\n", 0));
    }
  }
}
