package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.Jazzer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Answers of chance: well-formed ones that come in any pieces, and ill-formed ones.
public class AnswerFuzzTest {
  private static final int SECONDS = Integer.getInteger("millrace.fuzz.seconds", 60);

  /// What Jazzer calls.
  public static void fuzzerTestOneInput(byte[] input) {
    AnswerFuzzTarget.take(input);
  }

  @Property(tries = 300)
  void it_does_not_matter_how_an_answer_is_cut(
      @ForAll("answers") String answer,
      @ForAll @Size(max = 20) List<@IntRange(min = 1, max = 300) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 40_000) int room)
      throws Exception {
    List<byte[]> pieces = new ArrayList<>();
    int begin = 0;
    for (int length : lengths) {
      int end = Math.min(begin + length, answer.length());
      pieces.add(answer.substring(begin, end).getBytes(ISO_8859_1));
      begin = end;
    }
    pieces.add(answer.substring(begin).getBytes(ISO_8859_1));
    assertThat(Parsed.of(Fetch.GET, pieces, room)).isEqualTo(Parsed.of(answer));
  }

  @Property(tries = 2000)
  void whatever_comes_ends_well(
      @ForAll @IntRange(min = 0, max = 4) int seed,
      @ForAll @Size(max = 4) List<@IntRange(min = 0, max = 255) Integer> places,
      @ForAll @Size(min = 4, max = 4) List<@IntRange(min = 0, max = 255) Integer> bytes) {
    StringBuilder answer = new StringBuilder(AnswerFuzzTarget.SEEDS.get(seed));
    for (int i = 0; i < places.size(); i++) {
      answer.setCharAt(places.get(i) % answer.length(), (char) (int) bytes.get(i));
    }
    AnswerFuzzTarget.take(answer.toString().getBytes(ISO_8859_1));
  }

  /// Guided by the code that is reached, in a JVM of its own, since Jazzer changes the classes that
  /// it loads.
  @Test
  @Tag("long")
  void jazzer_finds_nothing(@TempDir Path folder) throws Exception {
    Path corpus = Files.createDirectory(folder.resolve("corpus"));
    for (int i = 0; i < AnswerFuzzTarget.SEEDS.size(); i++) {
      Files.write(corpus.resolve("seed" + i), AnswerFuzzTarget.SEEDS.get(i).getBytes(ISO_8859_1));
    }
    Path log = folder.resolve("log");
    Process jazzer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Xmx256m",
                "-XX:+EnableDynamicAgentLoading",
                "--enable-native-access=ALL-UNNAMED",
                Jazzer.class.getName(),
                "--target_class=" + AnswerFuzzTest.class.getName(),
                "--instrumentation_includes=dev.millrace.s3.http.**",
                "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.*",
                "--reproducer_path=" + folder,
                "-artifact_prefix=" + folder + "/",
                "-timeout=20",
                "-rss_limit_mb=2048",
                "-max_len=40000",
                "-max_total_time=" + SECONDS,
                corpus.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(jazzer.waitFor(SECONDS + 120, TimeUnit.SECONDS)).as("ends").isTrue();
    } finally {
      jazzer.descendants().forEach(ProcessHandle::destroyForcibly);
      jazzer.destroyForcibly();
    }
    String said = Files.readString(log);
    assertThat(jazzer.exitValue()).as(said).isZero();
    assertThat(said).contains("Done ");
  }

  @Provide
  Arbitrary<String> answers() {
    Arbitrary<String> headers =
        Arbitraries.strings()
            .withCharRange('!', '~')
            .ofMaxLength(200)
            .map(value -> "X-Header: " + value + "\r\n")
            .list()
            .ofMaxSize(10)
            .map(lines -> String.join("", lines));
    Arbitrary<String> bodies =
        Arbitraries.strings().withCharRange('\0', '\u00ff').ofMaxLength(3000);
    return Combinators.combine(headers, bodies, Arbitraries.of(Framed.values()))
        .as((lines, body, framed) -> framed.answer(lines, body));
  }

  /// The ways to say where a body ends.
  private enum Framed {
    LENGTH,
    CHUNKS,
    CLOSE;

    String answer(String headers, String body) {
      String head = "HTTP/1.1 200 OK\r\n" + headers;
      return switch (this) {
        case LENGTH -> head + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        case CHUNKS -> head + "Transfer-Encoding: chunked\r\n\r\n" + chunked(body);
        case CLOSE -> head + "\r\n" + body;
      };
    }

    private static String chunked(String body) {
      StringBuilder chunks = new StringBuilder();
      for (int begin = 0; begin < body.length(); begin += 1 + begin) {
        String chunk = body.substring(begin, Math.min(2 * begin + 1, body.length()));
        chunks
            .append(Integer.toHexString(chunk.length()))
            .append("\r\n")
            .append(chunk)
            .append("\r\n");
      }
      return chunks.append("0\r\nX-Trailer: a\r\n\r\n").toString();
    }
  }
}
