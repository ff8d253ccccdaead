package dev.millrace.bench.store.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceTest {
  private static final String LINES = "7\n 7 \n/a/b\n*\n\n9\n7\n";

  @TempDir private Path folder;

  @Test
  void a_file_has_a_key_in_each_line() throws Exception {
    Path file = Files.writeString(folder.resolve("some.trace"), LINES);

    Trace trace = Trace.read(file);

    assertThat(requests(trace)).containsExactly(0, 0, 1, 2, 0);
    assertThat(trace.keys()).isEqualTo(3);
    assertThat(trace.bound()).isEqualTo(3);
    assertThat(trace.warmUp()).isZero();
    assertThat(trace.word()).isEqualTo("some.trace");
  }

  @Test
  void a_file_may_be_compressed() throws Exception {
    Path file = folder.resolve("compressed");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(LINES.getBytes(StandardCharsets.US_ASCII));
    }

    assertThat(requests(Trace.read(file))).containsExactly(0, 0, 1, 2, 0);
  }

  @Test
  void the_name_of_a_file_becomes_one_word() throws Exception {
    Path file = Files.writeString(folder.resolve("a b=c"), LINES);

    assertThat(Trace.read(file).word()).isEqualTo("a_b_c");
  }

  @Test
  void a_file_without_requests_is_refused() throws Exception {
    Path file = Files.writeString(folder.resolve("empty"), "\n*\n");

    assertThatThrownBy(() -> Trace.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " has no requests");
  }

  @Test
  void a_third_of_a_pattern_is_warm_up() {
    Trace trace = Trace.of(new Pattern.Wonders(100, 0.5, 1), 3_000);

    assertThat(trace.length()).isEqualTo(3_000);
    assertThat(trace.warmUp()).isEqualTo(1_000);
    assertThat(trace.keys()).isEqualTo(100);
    assertThat(trace.bound()).isEqualTo(IntStream.of(requests(trace)).max().orElseThrow() + 1);
  }

  private static int[] requests(Trace trace) {
    return IntStream.range(0, trace.length()).map(trace::request).toArray();
  }
}
