package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderGatewayTest {
  private static final int SLICE = 64 * 1024;
  private static final byte[] CONTENT = new byte[3 * SLICE + 17];

  @TempDir private static Path folder;
  private static TestGateway gateway;

  @BeforeAll
  static void serveAFolder() throws IOException {
    new Random(1).nextBytes(CONTENT);
    Files.write(folder.resolve("random.bin"), CONTENT);
    Files.write(folder.resolve("empty"), new byte[0]);
    Files.writeString(folder.resolve("page.html"), "<p>ü</p>");
    Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(folder.resolve("a/b/näme & more+.txt"), "nested");
    Files.createSymbolicLink(folder.resolve("outside"), Path.of("/etc/hostname"));
    gateway = TestGateway.serving(folder, "slice-size", "64KiB", "facts-time-to-live", "0s");
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  @Test
  void an_object_comes_whole_and_again_from_memory() throws Exception {
    Files.write(folder.resolve("twice"), CONTENT);
    for (String source : new String[] {"origin", "memory"}) {
      HttpResponse<byte[]> response = gateway.get("/mill/twice");
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo(CONTENT);
      assertThat(gateway.logged(line -> line.contains("/mill/twice") && line.endsWith(source)))
          .contains("\"GET /mill/twice\" 200 " + CONTENT.length + "B");
    }
  }

  @Test
  void both_versions_of_http_are_spoken() throws Exception {
    assertThat(gateway.get("/mill/page.html").version()).isEqualTo(HttpClient.Version.HTTP_2);
    try (HttpClient old =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(TestGateway.trust())
            .build()) {
      HttpResponse<byte[]> response =
          old.send(
              java.net.http.HttpRequest.newBuilder(
                      java.net.URI.create(gateway.url("/mill/random.bin")))
                  .build(),
              HttpResponse.BodyHandlers.ofByteArray());
      assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
      assertThat(response.body()).isEqualTo(CONTENT);
    }
  }

  @Test
  void the_facts_of_an_object_are_its_headers() throws Exception {
    for (String method : new String[] {"GET", "HEAD"}) {
      HttpResponse<byte[]> response = gateway.send(method, "/mill/page.html");
      assertThat(response.headers().firstValue("content-type")).contains("text/html");
      assertThat(response.headers().firstValue("content-length")).contains("9");
      assertThat(response.headers().firstValue("accept-ranges")).contains("bytes");
      assertThat(response.headers().firstValue("etag").orElseThrow()).matches("\"[^\"]+\"");
      assertThat(response.headers().firstValue("last-modified")).isPresent();
      assertThat(response.headers().firstValue("x-amz-request-id")).isPresent();
    }
    assertThat(gateway.send("HEAD", "/mill/page.html").body()).isEmpty();
  }

  @Test
  void random_ranges_are_those_of_the_file() throws Exception {
    Random random = new Random(2);
    for (int i = 0; i < 300; i++) {
      int a = random.nextInt(CONTENT.length);
      int b = random.nextInt(CONTENT.length);
      int first = Math.min(a, b);
      int last = Math.max(a, b);
      HttpResponse<byte[]> response =
          gateway.get("/mill/random.bin", "Range", "bytes=" + first + "-" + last);
      assertThat(response.statusCode()).isEqualTo(206);
      assertThat(response.headers().firstValue("content-range"))
          .contains("bytes " + first + "-" + last + "/" + CONTENT.length);
      assertThat(response.body()).isEqualTo(Arrays.copyOfRange(CONTENT, first, last + 1));
    }
  }

  @Test
  void ranges_at_the_seams_of_slices_are_those_of_the_file() throws Exception {
    for (int seam = SLICE; seam < CONTENT.length; seam += SLICE) {
      for (int first = seam - 1; first <= seam; first++) {
        for (int last = first; last <= first + 1; last++) {
          HttpResponse<byte[]> response =
              gateway.get("/mill/random.bin", "Range", "bytes=" + first + "-" + last);
          assertThat(response.body()).isEqualTo(Arrays.copyOfRange(CONTENT, first, last + 1));
        }
      }
    }
  }

  @Test
  void several_ranges_are_answered_with_the_whole_object() throws Exception {
    HttpResponse<byte[]> response = gateway.get("/mill/random.bin", "Range", "bytes=0-1,5-6");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(CONTENT);
  }

  @Test
  void an_unsatisfiable_range_says_how_long_the_object_is() throws Exception {
    HttpResponse<byte[]> response =
        gateway.get("/mill/random.bin", "Range", "bytes=" + CONTENT.length + "-");
    assertError(response, 416, "InvalidRange");
    assertThat(response.headers().firstValue("content-range"))
        .contains("bytes */" + CONTENT.length);
  }

  @Test
  void an_empty_object_is_empty_and_has_no_ranges() throws Exception {
    HttpResponse<byte[]> response = gateway.get("/mill/empty");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
    assertThat(response.headers().firstValue("content-length")).contains("0");
    assertThat(gateway.send("HEAD", "/mill/empty").statusCode()).isEqualTo(200);
    assertError(gateway.get("/mill/empty", "Range", "bytes=0-0"), 416, "InvalidRange");
  }

  @Test
  void a_copy_that_is_still_good_is_not_sent_again() throws Exception {
    HttpResponse<byte[]> first = gateway.get("/mill/random.bin");
    String etag = first.headers().firstValue("etag").orElseThrow();
    String modified = first.headers().firstValue("last-modified").orElseThrow();

    HttpResponse<byte[]> byTag = gateway.get("/mill/random.bin", "If-None-Match", etag);
    assertThat(byTag.statusCode()).isEqualTo(304);
    assertThat(byTag.body()).isEmpty();
    assertThat(byTag.headers().firstValue("etag")).contains(etag);
    assertThat(gateway.get("/mill/random.bin", "If-Modified-Since", modified).statusCode())
        .isEqualTo(304);
    assertThat(gateway.send("HEAD", "/mill/random.bin", "If-None-Match", etag).statusCode())
        .isEqualTo(304);
  }

  @Test
  void conditions_that_fail_are_412() throws Exception {
    assertError(
        gateway.get("/mill/random.bin", "If-Match", "\"other\""), 412, "PreconditionFailed");
    assertError(
        gateway.get("/mill/random.bin", "If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:01 GMT"),
        412,
        "PreconditionFailed");
  }

  @Test
  void a_range_of_a_version_that_is_gone_becomes_the_whole_object() throws Exception {
    HttpResponse<byte[]> response =
        gateway.get("/mill/random.bin", "Range", "bytes=0-1", "If-Range", "\"old\"");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(CONTENT);
  }

  @Test
  void a_changed_file_is_served_in_its_new_version() throws Exception {
    Path file = folder.resolve("changing");
    Files.writeString(file, "one");
    assertThat(gateway.get("/mill/changing").body()).asString().isEqualTo("one");
    Files.writeString(file, "three");
    assertThat(gateway.get("/mill/changing").body()).asString().isEqualTo("three");
  }

  @Test
  void a_key_of_any_characters_is_found() throws Exception {
    assertThat(gateway.get("/mill/a/b/n%C3%A4me%20&%20more+.txt").body())
        .asString()
        .isEqualTo("nested");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/mill/nothing",
        "/mill/a",
        "/mill/a/",
        "/mill/outside",
        "/mill/../mill/random.bin",
        "/mill/a/../random.bin",
        "/mill/%2e%2e/%2e%2e/etc/passwd",
        "/mill/..%2f..%2fetc%2fpasswd",
        "/mill//random.bin",
        "/mill/./random.bin",
        "/mill/%5c..%5crandom.bin"
      })
  void what_is_not_a_file_below_the_folder_is_no_object(String path) throws Exception {
    assertError(gateway.get(path), 404, "NoSuchKey");
  }

  @Test
  void a_key_with_a_zero_octet_is_none() throws Exception {
    assertError(gateway.get("/mill/random.bin%00"), 400, "InvalidURI");
  }

  @Test
  void another_bucket_is_not_there() throws Exception {
    assertError(gateway.get("/other/random.bin"), 404, "NoSuchBucket");
    assertError(gateway.get("/other?list-type=2"), 404, "NoSuchBucket");
    assertThat(gateway.send("HEAD", "/other").statusCode()).isEqualTo(404);
    assertThat(gateway.send("HEAD", "/mill").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "POST", "DELETE", "PATCH", "OPTIONS"})
  void other_methods_are_not_allowed(String method) throws Exception {
    HttpResponse<byte[]> response = gateway.send(method, "/mill/random.bin");
    assertError(response, 405, "MethodNotAllowed");
    assertThat(response.headers().firstValue("allow")).contains("GET, HEAD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"aws-chunked", "gzip"})
  void what_is_written_in_a_coding_is_not_allowed_either(String coding) throws Exception {
    HttpRequest put =
        HttpRequest.newBuilder(URI.create(gateway.url("/mill/random.bin")))
            .header("content-encoding", coding)
            .PUT(HttpRequest.BodyPublishers.ofString("value"))
            .build();
    try (HttpClient client =
        HttpClient.newBuilder()
            .sslContext(TestGateway.trust())
            .version(HttpClient.Version.HTTP_1_1)
            .build()) {
      assertError(
          client.send(put, HttpResponse.BodyHandlers.ofByteArray()), 405, "MethodNotAllowed");
    }
  }

  @Test
  void a_sparse_object_of_5_gb_is_read_by_range() throws Exception {
    long size = 5L << 30;
    long mark = size - 12_345;
    try (RandomAccessFile file = new RandomAccessFile(folder.resolve("sparse").toFile(), "rw")) {
      file.setLength(size);
      file.seek(mark);
      file.writeBytes("here");
    }
    HttpResponse<byte[]> response =
        gateway.get("/mill/sparse", "Range", "bytes=" + (mark - 2) + "-" + (mark + 5));
    assertThat(response.statusCode()).isEqualTo(206);
    assertThat(response.body()).asString().isEqualTo("\0\0here\0\0");
    assertThat(gateway.get("/mill/sparse", "Range", "bytes=-5").body()).isEqualTo(new byte[5]);
    assertThat(gateway.send("HEAD", "/mill/sparse").headers().firstValue("content-length"))
        .contains(Long.toString(size));
    Files.delete(folder.resolve("sparse"));
  }

  @Test
  void a_file_that_is_truncated_while_it_is_read_cuts_the_answer_short() throws Exception {
    Path file = folder.resolve("shrinking");
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(200L << 20);
    }
    try (HttpClient client = HttpClient.newBuilder().sslContext(TestGateway.trust()).build()) {
      var response =
          client.send(
              java.net.http.HttpRequest.newBuilder(
                      java.net.URI.create(gateway.url("/mill/shrinking")))
                  .build(),
              HttpResponse.BodyHandlers.ofInputStream());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body().readNBytes(1000)).hasSize(1000);
      Files.writeString(file, "short");
      assertThatThrownBy(() -> response.body().readAllBytes()).isInstanceOf(IOException.class);
    }
  }

  private static void assertError(HttpResponse<byte[]> response, int status, String code) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("content-type")).contains("application/xml");
    assertThat(new String(response.body(), StandardCharsets.UTF_8))
        .contains("<Code>" + code + "</Code>");
  }
}
