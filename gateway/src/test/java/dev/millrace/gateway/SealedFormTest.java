package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.seal.Binding;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.Opener;
import dev.millrace.seal.OpeningChannel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What clients get that ask for objects in their sealed form.
@Timeout(60)
class SealedFormTest {
  private static final int SLICE = 64 << 10;
  private static final byte[] LARGE = new byte[5 * SLICE + 17];
  private static final String[] SEALED = {"Accept-Encoding", "millrace-seal"};

  @TempDir private static Path folder;
  private static Keyring keys;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    new Random(1).nextBytes(LARGE);
    Arrays.fill(LARGE, SLICE, 3 * SLICE, (byte) 7);
    Path objects = Files.createDirectory(folder.resolve("objects"));
    Files.write(objects.resolve("large"), LARGE);
    Files.write(objects.resolve("asked-for-by-many"), LARGE);
    Files.writeString(objects.resolve("small"), "hello");
    Files.createFile(objects.resolve("empty"));
    Path keyring = TestGateway.keyring(folder);
    keys = Keyring.read(keyring);
    gateway =
        TestGateway.serving(
            objects,
            "slice-size",
            "64KiB",
            "sealed-keys",
            keyring.toString(),
            "sealed-compression",
            "zstd",
            "sealed-port",
            "0");
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"large", "small", "empty"})
  void a_sealed_answer_opens_to_the_object(String key) throws Exception {
    HttpResponse<byte[]> answer = gateway.get("/mill/" + key, SEALED);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-encoding")).hasValue("millrace-seal");
    assertThat(answer.headers().firstValue("vary")).hasValue("Accept-Encoding");
    byte[] plain = gateway.get("/mill/" + key).body();
    assertThat(answer.headers().firstValue("x-millrace-size")).hasValue("" + plain.length);
    assertThat(opened(answer, key)).isEqualTo(plain);
  }

  @Test
  void many_who_ask_at_once_get_the_same_bytes_and_so_do_those_who_come_later() throws Exception {
    Set<ByteBuffer> answers = new HashSet<>();
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<byte[]>>> asked = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        asked.add(executor.submit(() -> gateway.get("/mill/asked-for-by-many", SEALED)));
      }
      for (Future<HttpResponse<byte[]>> answer : asked) {
        answers.add(ByteBuffer.wrap(answer.get().body()));
      }
    }
    answers.add(ByteBuffer.wrap(gateway.get("/mill/asked-for-by-many", SEALED).body()));
    assertThat(answers).hasSize(1);
  }

  @Test
  void the_sealed_form_has_a_weak_etag_of_its_own() throws Exception {
    String plain = etag(gateway.get("/mill/small"));
    String sealed = etag(gateway.get("/mill/small", SEALED));
    String withoutMark = plain.substring(0, plain.length() - 1);
    assertThat(sealed).startsWith("W/" + withoutMark + "-sealed-").matches(".*-[0-9a-f]{8}\"");
    assertThat(status("/mill/small", "If-None-Match", sealed)).isEqualTo(304);
    assertThat(status("/mill/small", "If-None-Match", plain)).isEqualTo(200);
    assertThat(status("/mill/small", "If-Match", plain)).isEqualTo(412);
    assertThat(status("/mill/small", "If-Match", sealed)).isEqualTo(412);
  }

  @Test
  void some_slices_are_a_range_of_the_whole() throws Exception {
    byte[] whole = gateway.get("/mill/large", SEALED).body();
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (String range : List.of("0-1", "2-2", "3-")) {
      HttpResponse<byte[]> part = ranged("slices=" + range);
      assertThat(part.statusCode()).isEqualTo(206);
      joined.writeBytes(part.body());
    }
    assertThat(joined.toByteArray()).isEqualTo(whole);
    assertThat(ranged("slices=-1").headers().firstValue("content-range")).hasValue("slices 5-5/6");
    HttpResponse<byte[]> beyond = ranged("slices=6-");
    assertThat(beyond.statusCode()).isEqualTo(416);
    assertThat(beyond.headers().firstValue("content-range")).hasValue("slices */6");
    assertThat(ranged("bytes=0-1").body()).isEqualTo(whole);
  }

  @Test
  void a_slice_alone_opens_in_its_place_only() throws Exception {
    HttpResponse<byte[]> last = ranged("slices=5-5");
    Binding object = Binding.of("mill", "large", version(last));
    assertThat(opened(last.body(), object.at(5 * SLICE)))
        .isEqualTo(Arrays.copyOfRange(LARGE, 5 * SLICE, LARGE.length));
    assertThatThrownBy(() -> opened(last.body(), object.at(4 * SLICE)))
        .hasMessageContaining("is not authentic");
  }

  /// As the example in `docs/seal-format.md` does it.
  @ParameterizedTest
  @CsvSource({"2, 2", "2, 3"})
  void slices_that_others_follow_are_the_beginning_of_a_stream(int first, int last)
      throws Exception {
    HttpResponse<byte[]> answer =
        gateway.getWithoutTls(
            "/mill/large", SEALED[0], SEALED[1], "Range", "slices=" + first + "-" + last);
    assertThat(answer.statusCode()).isEqualTo(206);
    assertThat(answer.headers().firstValue("content-range"))
        .hasValue("slices " + first + "-" + last + "/6");
    long sliceSize = answer.headers().firstValueAsLong("x-millrace-slice-size").orElseThrow();
    long start = first * sliceSize;
    int length = (int) ((last - first + 1) * sliceSize);
    Binding binding = Binding.of("mill", "large", version(answer)).at(start);
    try (OpeningChannel opened =
        new Opener(keys)
            .opening(Channels.newChannel(new ByteArrayInputStream(answer.body())), binding)) {
      var stream = Channels.newInputStream(opened);
      assertThat(stream.readNBytes(length))
          .isEqualTo(Arrays.copyOfRange(LARGE, (int) start, (int) start + length));
      assertThatThrownBy(stream::read).hasMessageContaining("the rest is missing");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"millrace-seal;q=0", "gzip", "identity, millrace-seal;q=0.0", "*"})
  void who_does_not_ask_for_it_gets_the_object_as_it_is(String accepted) throws Exception {
    assertThat(gateway.get("/mill/small", "Accept-Encoding", accepted).body())
        .asString()
        .isEqualTo("hello");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip, millrace-seal", "Millrace-Seal;q=0.5", "millrace-seal , gzip"})
  void it_may_be_one_of_several_codings(String accepted) throws Exception {
    assertThat(gateway.get("/mill/small", "Accept-Encoding", accepted).headers().map())
        .containsEntry("content-encoding", List.of("millrace-seal"));
  }

  @Test
  void head_tells_of_the_object_as_it_is() throws Exception {
    HttpResponse<byte[]> head = gateway.send("HEAD", "/mill/large", SEALED);
    assertThat(etag(head)).isEqualTo(etag(gateway.get("/mill/large")));
    assertThat(head.headers().firstValue("content-length")).hasValue("" + LARGE.length);
    assertThat(head.headers().map()).doesNotContainKey("content-encoding");
  }

  @Test
  void without_tls_the_sealed_form_is_served_and_nothing_else() throws Exception {
    HttpResponse<byte[]> sealed = gateway.getWithoutTls("/mill/large", SEALED);
    assertThat(sealed.body()).isEqualTo(gateway.get("/mill/large", SEALED).body());
    for (String path : List.of("/mill/large", "/", "/mill?list-type=2")) {
      assertThat(gateway.getWithoutTls(path).statusCode()).as(path).isEqualTo(403);
    }
    assertThat(gateway.getWithoutTls("/mill?list-type=2", SEALED).statusCode()).isEqualTo(403);
    assertThat(gateway.getWithoutTls("/mill/absent", SEALED).statusCode()).isEqualTo(404);
  }

  private static HttpResponse<byte[]> ranged(String range) throws Exception {
    return gateway.get("/mill/large", SEALED[0], SEALED[1], "Range", range);
  }

  private static int status(String path, String name, String value) throws Exception {
    return gateway.get(path, SEALED[0], SEALED[1], name, value).statusCode();
  }

  private static String etag(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("etag").orElseThrow();
  }

  private static String version(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("x-millrace-version").orElseThrow();
  }

  private static byte[] opened(HttpResponse<byte[]> answer, String key) throws IOException {
    return opened(answer.body(), Binding.of("mill", key, version(answer)));
  }

  private static byte[] opened(byte[] sealed, Binding binding) throws IOException {
    try (OpeningChannel opening =
        new Opener(keys).opening(Channels.newChannel(new ByteArrayInputStream(sealed)), binding)) {
      return Channels.newInputStream(opening).readAllBytes();
    }
  }
}
