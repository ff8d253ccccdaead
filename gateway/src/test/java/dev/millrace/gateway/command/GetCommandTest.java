package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.credentials.AwsEnvironment;
import dev.millrace.s3.testing.S3ProxyOrigin;
import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class GetCommandTest {
  private static final byte[] BYTES = new byte[300_000];
  private static final String WHEAT = "s3://grain/field/wheat";

  private static S3ProxyOrigin origin;

  @TempDir Path folder;

  @BeforeAll
  static void start(@TempDir Path scratch) throws IOException {
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("grain");
    new Random(7).nextBytes(BYTES);
    origin.put("grain", "field/wheat", BYTES);
    origin.put("grain", "a b+%41/ä", BYTES);
  }

  @AfterAll
  static void stop() throws IOException {
    origin.close();
  }

  /// Runs the command as someone who may use the origin, and returns the line that it fails with.
  private @Nullable String get(String... arguments) {
    return get(origin.environment(), arguments);
  }

  private @Nullable String get(Map<String, String> variables, String... arguments) {
    CommandRun run =
        CommandRun.of(new GetCommand(new AwsEnvironment(variables, folder)), arguments);
    assertThat(run.err()).isEmpty();
    return run.status() == 0 ? null : run.failure();
  }

  private static String https() {
    return origin.https().toString();
  }

  private String endpoint() {
    return origin.http().toString();
  }

  private Path target() {
    return folder.resolve("target");
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void an_object_becomes_a_file() throws IOException {
    assertThat(get(WHEAT, target().toString(), "--endpoint", endpoint())).isNull();
    assertThat(target()).hasBinaryContent(BYTES);
    assertThat(files()).containsExactly(target());
  }

  @ParameterizedTest
  @ValueSource(strings = {"millrace", "jdk"})
  void an_object_comes_over_https_that_a_file_of_certificates_vouches_for(String tls) {
    String pem = origin.certificate().pem().toString();
    List<String> line = List.of(WHEAT, target().toString(), "--tls", tls, "--endpoint");
    String[] untrusted = Stream.concat(line.stream(), Stream.of(https())).toArray(String[]::new);
    assertThat(get(untrusted)).contains("TLS failed", "--cacert");
    String[] trusted =
        Stream.concat(line.stream(), Stream.of(https(), "--cacert", pem)).toArray(String[]::new);
    assertThat(get(trusted)).isNull();
    assertThat(target()).hasBinaryContent(BYTES);
  }

  @Test
  void a_range_replaces_an_older_file() throws IOException {
    Files.writeString(target(), "old");
    String[] line = {WHEAT, target().toString(), "--endpoint", endpoint(), "--range", "10-19"};
    assertThat(get(line)).isNull();
    assertThat(target()).hasBinaryContent(Arrays.copyOfRange(BYTES, 10, 20));
    assertThat(files()).containsExactly(target());
  }

  @ParameterizedTest
  @CsvSource({"299990-, 299990", "-10, 299990", "299990-400000, 299990", "-400000, 0"})
  void a_range_may_reach_to_the_end(String range, int first) {
    String[] line = {WHEAT, target().toString(), "--endpoint", endpoint(), "--range=" + range};
    assertThat(get(line)).isNull();
    assertThat(target()).hasBinaryContent(Arrays.copyOfRange(BYTES, first, BYTES.length));
  }

  @ParameterizedTest
  @CsvSource({"300000-", "300000-300001"})
  void a_range_behind_the_end_leaves_no_file(String range) {
    String[] line = {WHEAT, target().toString(), "--endpoint", endpoint(), "--range=" + range};
    assertThat(get(line)).contains("range");
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "--range=1-2 --resume, --resume",
    "--range=1-2 --recursive, --recursive",
    "--range=1-2 --verify, --verify",
    "--range=1-2 --parallel=2, --parallel",
    "--parallel=-1, from 1 to 256",
    "--parallel=257, from 1 to 256",
    "--parallel=many, not an int",
    "--tls=openssl, neither millrace nor jdk",
  })
  void flags_that_make_no_sense_are_refused(String flags, String reason) {
    List<String> line = new ArrayList<>(List.of(WHEAT, target().toString()));
    line.addAll(List.of(flags.split(" ")));
    CommandRun run =
        CommandRun.of(
            new GetCommand(new AwsEnvironment(origin.environment(), folder)),
            line.toArray(String[]::new));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.failure()).contains(reason);
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--resume", "--recursive", "--parallel=2"})
  void standard_output_takes_no(String flag) {
    AwsEnvironment environment = new AwsEnvironment(origin.environment(), folder);
    CommandRun run = CommandRun.of(new GetCommand(environment), WHEAT, "-", flag);
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.failure()).contains(flag.split("=", -1)[0]);
  }

  @Test
  void a_key_is_taken_as_it_is_written() {
    assertThat(get("s3://grain/a b+%41/ä", target().toString(), "--endpoint", endpoint())).isNull();
    assertThat(target()).hasBinaryContent(BYTES);
  }

  @Test
  void a_web_address_is_fetched_unsigned_and_its_key_decoded() throws IOException {
    try (var server =
        ScriptedServer.start(
            "flour",
            "HTTP/1.1 200 OK",
            "ETag: \"1\"",
            "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
            "Content-Length: 5")) {
      assertThat(get(server.endpoint() + "/grain/a%20b+c", target().toString())).isNull();
      assertThat(target()).hasContent("flour");
      assertThat(server.heads().getFirst())
          .startsWith("GET /grain/a%20b%2Bc HTTP/1.1\r\n")
          .doesNotContainIgnoringCase("authorization");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "s3://grain/rye, check the bucket and the key",
    "s3://chaff/rye, NoSuchBucket",
    "s3://gr*in/rye, cannot be the name of a bucket",
    "s3://grain, neither s3://",
    "s3://grain/, neither s3://",
    "ftp://grain/rye, neither s3://",
    "https://host/key, neither s3://",
    "https://ho st/bucket/key, not a URL",
    "https://host/bucket/%zz, not a URL",
  })
  void what_cannot_be_fetched_leaves_no_file(String object, String reason) {
    assertThat(get(object, target().toString(), "--endpoint", endpoint())).contains(reason);
    assertThat(files()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"5-4", "-0", "-", "5", "a-b", "1-99999999999999999999"})
  void a_range_must_be_two_positions(String range) {
    String[] line = {WHEAT, target().toString(), "--endpoint", endpoint(), "--range=" + range};
    assertThat(get(line)).contains("--range", "A-B");
  }

  @Test
  void who_has_no_keys_or_wrong_ones_is_told() {
    String file = target().toString();
    Map<String, String> none = Map.of("AWS_EC2_METADATA_DISABLED", "true");
    assertThat(get(none, WHEAT, file, "--endpoint", endpoint()))
        .contains("AWS_ACCESS_KEY_ID", "--anonymous");
    assertThat(get(none, WHEAT, file)).contains("--region");
    assertThat(get(WHEAT, file, "--endpoint", endpoint(), "--anonymous"))
        .contains("403", "without --anonymous");
    Map<String, String> wrong = Map.of("AWS_ACCESS_KEY_ID", "x", "AWS_SECRET_ACCESS_KEY", "y");
    assertThat(get(wrong, WHEAT, file, "--endpoint", endpoint()))
        .contains("403", "check the credentials");
    assertThat(files()).isEmpty();
  }

  @Test
  void a_service_that_is_not_there_is_named() throws IOException {
    int port;
    try (var listener = new ServerSocket(0)) {
      port = listener.getLocalPort();
    }
    assertThat(get(WHEAT, target().toString(), "--endpoint", "http://127.0.0.1:" + port))
        .contains("127.0.0.1:" + port, "Connection refused");
    assertThat(get(WHEAT, target().toString(), "--endpoint", "http://nowhere.invalid"))
        .contains("nowhere.invalid", "no such host");
    assertThat(get(WHEAT, target().toString(), "--endpoint", "127.0.0.1:9000"))
        .contains("https://HOST");
  }

  @Test
  void places_that_cannot_be_written_to_are_named() {
    String[] options = {"--endpoint", endpoint()};
    assertThat(get(WHEAT, folder.toString(), options[0], options[1])).contains("is a directory");
    assertThat(get(WHEAT, folder.resolve("no/file").toString(), options[0], options[1]))
        .contains("folder does not exist");
    assertThat(get("s3://grain/field/", options[0], options[1])).contains("give one");
    assertThat(get("s3://grain/..", options[0], options[1])).contains("give one");
    assertThat(files()).isEmpty();
  }

  @Test
  void a_download_that_breaks_off_leaves_the_older_file() throws IOException {
    Files.writeString(target(), "old");
    try (var server =
        ScriptedServer.start((_, client) -> {
          ScriptedServer.write(
              client,
              "half",
              "HTTP/1.1 200 OK",
              "ETag: \"1\"",
              "Last-Modified: Tue, 03 Nov 2026 10:00:00 GMT",
              "Content-Length: 8");
          client.close();
        })) {
      assertThat(get(server.endpoint() + "/grain/wheat", target().toString()))
          .contains("cannot get");
    }
    assertThat(target()).hasContent("old");
    assertThat(files()).containsExactly(target());
  }
}
