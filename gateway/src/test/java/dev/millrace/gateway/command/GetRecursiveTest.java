package dev.millrace.gateway.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.s3.testing.S3ProxyOrigin;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GetRecursiveTest {
  @TempDir Path scratch;

  private Path folder() {
    return scratch.resolve("folder");
  }

  /// The files in the folder, by their names relative to it.
  private List<String> files() {
    try (Stream<Path> files = Files.walk(folder())) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder().relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CommandRun get(Map<String, String> variables, String... arguments) {
    return CommandRun.of(new GetCommand(new AwsEnvironment(variables, scratch)), arguments);
  }

  @Test
  void all_objects_below_a_prefix_become_files() throws IOException {
    try (S3ProxyOrigin origin = S3ProxyOrigin.inMemory(scratch)) {
      origin.createBucket("grain");
      for (int i = 0; i < 30; i++) {
        origin.put("grain", "field/deep/" + i, ("rye " + i).getBytes(UTF_8));
      }
      origin.put("grain", "field/wheat ä", "wheat".getBytes(UTF_8));
      origin.put("grain", "fields", "not below".getBytes(UTF_8));
      String[] line = {
        "--recursive",
        "s3://grain/field",
        folder().toString(),
        "--endpoint",
        origin.http().toString(),
        "--parallel=2"
      };
      CommandRun run = get(origin.environment(), line);
      assertThat(run.status()).isZero();
      assertThat(run.err()).startsWith("objects fetched: 31, ");
      assertThat(files()).hasSize(31).contains("wheat ä", "deep/29");
      assertThat(folder().resolve("deep/7")).hasContent("rye 7");
    }
  }

  @Test
  void what_is_there_is_not_got_again_on_resuming() throws IOException {
    try (S3ProxyOrigin origin = S3ProxyOrigin.inMemory(scratch)) {
      origin.createBucket("grain");
      origin.put("grain", "rye", "rye".getBytes(UTF_8));
      origin.put("grain", "wheat", "wheat".getBytes(UTF_8));
      Files.createDirectories(folder());
      Files.writeString(folder().resolve("rye"), "own");
      Files.setLastModifiedTime(
          folder().resolve("rye"), FileTime.from(Instant.now().plusSeconds(60)));
      String[] line = {
        "--recursive",
        "s3://grain",
        folder().toString(),
        "--resume",
        "--endpoint",
        origin.http().toString()
      };
      assertThat(get(origin.environment(), line).err())
          .startsWith("objects fetched: 1, ")
          .contains("there already: 1");
      assertThat(folder().resolve("rye")).hasContent("own");
      assertThat(folder().resolve("wheat")).hasContent("wheat");
    }
  }

  /// A service whose listing has these keys. Objects are 5 bytes, but folders; `missing` is not
  /// there.
  private static ScriptedServer listing(String... keys) throws IOException {
    StringBuilder xml = new StringBuilder("<ListBucketResult><EncodingType>url</EncodingType>");
    for (String key : keys) {
      xml.append("<Contents><Key>")
          .append(URLEncoder.encode(key, UTF_8))
          .append("</Key><LastModified>2026-11-03T10:00:00Z</LastModified><Size>")
          .append(key.endsWith("/") ? 0 : 5)
          .append("</Size></Contents>");
    }
    String list = xml.append("</ListBucketResult>").toString();
    return ScriptedServer.start((head, client) -> {
      boolean listed = head.startsWith("GET /grain?");
      String body = listed ? list : "flour";
      boolean there = !head.startsWith("GET /grain/missing");
      ScriptedServer.write(
          client,
          body,
          there ? "HTTP/1.1 200 OK" : "HTTP/1.1 404 Not Found",
          "ETag: \"1\"",
          "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
          "Content-Length: " + body.length());
    });
  }

  @Test
  void keys_that_would_leave_the_folder_are_refused() throws IOException {
    String[] evil = {
      "../up",
      "a/../../up",
      "/absolute",
      "a//b",
      "./here",
      "a/.",
      "nul\0l",
      "b/",
      "..",
      ".c.millrace-part"
    };
    String[] keys = Stream.concat(Stream.of(evil), Stream.of("good/wheat")).toArray(String[]::new);
    try (ScriptedServer server = listing(keys)) {
      CommandRun run =
          get(Map.of(), "--recursive", server.endpoint() + "/grain", folder().toString());
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.failure()).startsWith("9 of 11 objects failed");
      assertThat(run.err().lines())
          .hasSize(9)
          .allMatch(line -> line.startsWith("millrace: the key"));
      assertThat(files()).containsExactly("good/wheat");
      assertThat(folder().resolve("b")).isEmptyDirectory();
      assertThat(scratch.resolve("up")).doesNotExist();
    }
  }

  @Test
  void an_object_that_fails_does_not_stop_the_others() throws IOException {
    try (ScriptedServer server = listing("missing", "rye", "rye/inside", "wheat")) {
      Files.createDirectories(folder());
      Files.writeString(folder().resolve("rye"), "old");
      CommandRun run =
          get(Map.of(), "--recursive", server.endpoint() + "/grain/", folder().toString());
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.failure()).startsWith("2 of 4 objects failed");
      assertThat(run.err())
          .contains("cannot get s3://grain/missing: 404", "cannot make the folder " + folder());
      assertThat(files()).containsExactly("rye", "wheat");
      assertThat(folder().resolve("rye")).hasContent("flour");
    }
  }

  @Test
  void the_folder_is_named_after_the_prefix() {
    assertThat(ObjectAddress.parsePrefix("s3://grain/a/field/").folderName()).isEqualTo("field");
    assertThat(ObjectAddress.parsePrefix("s3://grain/a/field").folderName()).isEqualTo("field");
    assertThat(ObjectAddress.parsePrefix("s3://grain/").folderName()).isEqualTo("grain");
    assertThat(ObjectAddress.parsePrefix("https://host/grain").folderName()).isEqualTo("grain");
  }

  @Test
  void what_cannot_be_listed_or_has_no_objects_is_told() throws IOException {
    try (ScriptedServer server = listing()) {
      assertThat(get(Map.of(), "--recursive", server.endpoint() + "/grain/x", "f").failure())
          .contains("nothing below", "check the prefix");
      Path file = Files.writeString(scratch.resolve("file"), "");
      assertThat(
              get(Map.of(), "--recursive", server.endpoint() + "/grain", file.toString()).failure())
          .contains("is a file");
    }
    try (ScriptedServer server =
        ScriptedServer.start("", "HTTP/1.1 403 Forbidden", "Content-Length: 0")) {
      assertThat(get(Map.of(), "--recursive", server.endpoint() + "/grain", "f").failure())
          .contains("403", "without --anonymous");
    }
    assertThat(get(Map.of(), "--recursive", "grain", "f").failure()).contains("/PREFIX/");
  }
}
