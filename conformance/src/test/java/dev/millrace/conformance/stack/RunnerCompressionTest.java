package dev.millrace.conformance.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.conformance.flag.ShimArguments;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunnerCompressionTest {
  private static final byte[] MESSAGE = {0, 0, 7, 8, 9};

  @ParameterizedTest
  @EnumSource
  void what_is_compressed_comes_back(RunnerCompression compression) throws IOException {
    byte[] compressed = Objects.requireNonNull(compression.compress(MESSAGE));

    assertThat(compression.decompress(compressed, MESSAGE.length)).isEqualTo(MESSAGE);
    assertThatThrownBy(() -> compression.decompress(compressed, MESSAGE.length + 1))
        .isInstanceOf(IOException.class);
  }

  @Test
  void a_test_installs_none_or_one_or_all() {
    assertThat(installed()).isEmpty();
    assertThat(installed("-install-one-cert-compression-alg", "65281")).containsExactly(0xFF01);
    assertThat(installed("-install-cert-compression-algs")).containsExactly(0xFF02, 0xFF01, 0xFF03);
  }

  private static List<Integer> installed(String... flags) {
    return RunnerCompression.of(ShimArguments.parse(List.of(flags)).initial()).stream()
        .map(compression -> compression.code())
        .toList();
  }
}
