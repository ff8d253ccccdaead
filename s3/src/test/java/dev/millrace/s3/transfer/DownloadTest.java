package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.s3.ListedObject;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.S3Exception;
import dev.millrace.s3.TrustAnchors;
import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.DigestAlgorithm;
import dev.millrace.s3.checksum.RunningChecksum;
import dev.millrace.s3.credentials.CredentialsSource;
import dev.millrace.s3.testing.S3ProxyOrigin;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Downloads from services that work: s3proxy, and one that gives checksums, as s3proxy does not.
@Timeout(120)
class DownloadTest {
  private static final int LARGEST = 40_000_000;
  private static final Map<Integer, byte[]> OBJECTS = new TreeMap<>();

  private static S3ProxyOrigin origin;

  @TempDir private Path folder;

  @BeforeAll
  static void start(@TempDir Path scratch) throws IOException {
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket(Trial.BUCKET);
    for (int size : new int[] {0, 1, (8 << 20) - 1, 8 << 20, (8 << 20) + 1, LARGEST}) {
      OBJECTS.put(size, Trial.bytes(size));
      origin.put(Trial.BUCKET, "of-" + size, OBJECTS.get(size));
    }
  }

  @AfterAll
  static void stop() throws IOException {
    origin.close();
  }

  private static S3Client client(URI endpoint) throws IOException {
    return new S3Client(
        S3Config.builder(endpoint, S3ProxyOrigin.REGION)
            .credentials(CredentialsSource.of(origin.credentials()))
            .tls(TrustAnchors.sslContext(origin.certificate().pem()))
            .build());
  }

  static Stream<Arguments> downloads() {
    return OBJECTS.keySet().stream()
        .flatMap(size ->
            Stream.of(1, 4, 0)
                .flatMap(connections ->
                    Stream.of(origin.http(), origin.https())
                        .map(door -> Arguments.of(size, connections, door))));
  }

  @ParameterizedTest
  @MethodSource("downloads")
  void an_object_becomes_a_file(int size, int connections, URI door) throws IOException {
    Path target = folder.resolve("wheat");
    List<Long> progress = new CopyOnWriteArrayList<>();
    DownloadOptions options =
        DownloadOptions.standard()
            .withConnections(connections)
            .withProgress((done, of) -> {
              assertThat(of).isEqualTo(size);
              progress.add(done);
            });
    try (S3Client client = client(door)) {
      Downloaded downloaded =
          new Downloader(client, options).download(Trial.BUCKET, "of-" + size, target);
      assertThat(downloaded.facts()).isEqualTo(client.head(Trial.BUCKET, "of-" + size));
      assertThat(downloaded.received()).isEqualTo(size);
      assertThat(downloaded.connections()).isBetween(1, connections == 0 ? 32 : connections);
      assertThat(downloaded.verified()).isFalse();
    }
    assertThat(Files.readAllBytes(target)).isEqualTo(OBJECTS.get(size));
    assertThat(folder).isDirectoryContaining("glob:**wheat");
    assertThat(progress).isSorted().endsWith((long) size);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(target);
    }
  }

  @Test
  void what_does_not_exist_becomes_no_file() throws IOException {
    try (S3Client client = client(origin.http())) {
      Downloader downloader = new Downloader(client, DownloadOptions.standard());
      Path target = folder.resolve("rye");
      assertThatThrownBy(() -> downloader.download(Trial.BUCKET, "rye", target))
          .isInstanceOf(S3Exception.class)
          .hasMessageStartingWith("404 NoSuchKey");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nowhere/wheat", ".", "file/wheat"})
  void a_target_that_cannot_be_written_is_found_before_the_service_is_asked(String name)
      throws IOException {
    Files.createFile(folder.resolve("file"));
    try (FaultyOrigin service = FaultyOrigin.of(new byte[1]);
        S3Client client = client(service.endpoint())) {
      Downloader downloader = new Downloader(client, DownloadOptions.standard());
      assertThatThrownBy(() -> downloader.download("b", "k", folder.resolve(name)))
          .isInstanceOf(TargetException.class)
          .hasMessageStartingWith("cannot write " + folder.resolve(name) + ": ");
      assertThat(service.requests()).isEmpty();
    }
  }

  @Test
  void of_two_downloads_into_the_same_file_the_second_is_refused() throws Exception {
    byte[] bytes = OBJECTS.get(8 << 20);
    CountDownLatch under = new CountDownLatch(1);
    CountDownLatch refused = new CountDownLatch(1);
    try (FaultyOrigin service = FaultyOrigin.of(bytes);
        Trial first = Trial.of(service.endpoint(), folder, c -> c.readTimeout(ofMinute()));
        Trial second = Trial.of(service.endpoint(), folder);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      service.plan(_ ->
          answer -> {
            under.countDown();
            answer.hesitate(refused);
          });
      Future<Downloaded> download = threads.submit(first::download);
      under.await();
      assertThatThrownBy(second::download)
          .isInstanceOf(TargetException.class)
          .hasMessageEndingWith("another download does so");
      refused.countDown();
      assertThat(download.get().received()).isEqualTo(bytes.length);
      assertThat(Files.readAllBytes(first.target())).isEqualTo(bytes);
    }
  }

  private static Duration ofMinute() {
    return Duration.ofMinutes(1);
  }

  // What is verified.

  private static String value(ChecksumAlgorithm algorithm, byte[] bytes) {
    RunningChecksum checksum = algorithm.start();
    checksum.update(bytes, 0, bytes.length);
    return checksum.finish();
  }

  static Stream<ChecksumAlgorithm> algorithms() {
    return ChecksumAlgorithm.CHEAPEST_FIRST.stream();
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void what_the_service_has_a_checksum_of_is_verified(ChecksumAlgorithm algorithm)
      throws IOException {
    byte[] bytes = OBJECTS.get(LARGEST);
    try (FaultyOrigin service = FaultyOrigin.of(bytes);
        Trial trial = Trial.of(service.endpoint(), folder, c -> c.readTimeout(ofMinute()))) {
      service.header(algorithm.header() + ": " + value(algorithm, bytes));
      trial.with(options -> options.withConnections(4));
      assertThat(trial.succeeds(bytes).verified()).isEqualTo(algorithm instanceof CrcAlgorithm);
      trial.with(options -> options.withVerify(true));
      assertThat(trial.succeeds(bytes).verified()).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void what_is_not_what_the_service_has_is_discarded(ChecksumAlgorithm algorithm)
      throws IOException {
    byte[] bytes = OBJECTS.get((8 << 20) + 1);
    try (FaultyOrigin service = FaultyOrigin.of(bytes);
        Trial trial = Trial.of(service.endpoint(), folder)) {
      service.header(algorithm.header() + ": " + value(algorithm, new byte[1]));
      trial.with(options -> options.withVerify(true).withResume(true));
      assertThat(trial.fails())
          .isInstanceOf(VerificationException.class)
          .hasMessageStartingWith("what came is not what the service has: " + algorithm + " is ");
      assertThat(trial.hasPartFile()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Nothing: to say",
        "x-amz-checksum-crc32c: 4waSgw==-2",
        "x-amz-checksum-crc64nvme: AAAA"
      })
  void what_cannot_be_verified_and_should_be_is_a_failure_before_it_is_fetched(String header)
      throws IOException {
    byte[] bytes = OBJECTS.get(LARGEST);
    try (FaultyOrigin service = FaultyOrigin.of(bytes);
        Trial trial = Trial.of(service.endpoint(), folder)) {
      service.header(header);
      trial.with(options -> options.withVerify(true).withResume(true));
      assertThat(trial.fails())
          .isInstanceOf(VerificationException.class)
          .hasMessageStartingWith("it cannot be verified: ");
      assertThat(trial.hasPartFile()).isFalse();
      assertThat(service.requests()).hasSize(1);
      trial.with(options -> options.withVerify(false));
      assertThat(trial.succeeds(bytes).verified()).isFalse();
    }
  }

  @Test
  void an_empty_object_is_verified() throws IOException {
    try (FaultyOrigin service = FaultyOrigin.of(new byte[0]);
        Trial trial = Trial.of(service.endpoint(), folder)) {
      trial.with(options -> options.withVerify(true));
      service.header("x-amz-checksum-sha256: " + value(DigestAlgorithm.SHA256, new byte[0]));
      assertThat(trial.succeeds(new byte[0]).verified()).isTrue();
      service.header("x-amz-checksum-crc32c: AAAAAA==");
      assertThat(trial.succeeds(new byte[0]).verified()).isTrue();
    }
  }

  // A disk that is full.

  @Test
  void a_disk_that_fills_up_meanwhile_is_a_failure_that_says_so() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=10m", "tmpfs", disk.toString()),
        "a small disk cannot be mounted here");
    try {
      byte[] bytes = OBJECTS.get(8 << 20);
      for (boolean resume : new boolean[] {false, true}) {
        try (FaultyOrigin service = FaultyOrigin.of(bytes);
            Trial trial = Trial.of(service.endpoint(), disk)) {
          Path filler = disk.resolve("filler");
          CountDownLatch full = new CountDownLatch(1);
          service.plan(
              asked -> asked.ranged() ? FaultyOrigin.Answer::whole : a -> a.stallAt(1 << 20, full));
          trial.with(options ->
              options
                  .withResume(resume)
                  .withProgress((_, _) -> {
                    fill(filler);
                    full.countDown();
                  }));
          assertThatThrownBy(trial::download)
              .isInstanceOf(TargetException.class)
              .hasMessage("cannot write " + trial.target() + ": No space left on device");
          Files.delete(filler);
          trial.with(options -> options.withProgress((_, _) -> {}));
          service.plan(_ -> FaultyOrigin.Answer::whole);
          trial.succeeds(bytes);
          Files.delete(trial.target());
        }
      }
    } finally {
      run("umount", disk.toString());
    }
  }

  private static void fill(Path filler) {
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException _) {
      // There is no room left.
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor() == 0;
  }

  // What else a client does with s3proxy.

  @Test
  void anyone_may_read_a_presigned_url() throws Exception {
    origin.put(Trial.BUCKET, "a b/ä+%&=?#", new byte[] {1, 2, 3});
    try (S3Client client = client(origin.http());
        HttpClient anyone = HttpClient.newHttpClient()) {
      URI url = client.presignGet(Trial.BUCKET, "a b/ä+%&=?#", Duration.ofMinutes(5));
      var answer = anyone.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofByteArray());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).containsExactly(1, 2, 3);
      URI changed = URI.create(url.toString().replace("/a%20b/", "/a%20c/"));
      assertThat(
              anyone
                  .send(HttpRequest.newBuilder(changed).build(), BodyHandlers.discarding())
                  .statusCode())
          .isEqualTo(403);
    }
  }

  @Test
  void more_than_a_thousand_objects_are_listed() throws IOException {
    origin.createBucket("many");
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 2100; i++) {
      keys.add("field %04d+ä".formatted(i));
      origin.put("many", keys.getLast(), new byte[] {1, 2});
    }
    try (S3Client client = client(origin.http())) {
      assertThat(client.list("many", "").map(ListedObject::key)).containsExactlyElementsOf(keys);
      assertThat(client.list("many", "field 20").map(ListedObject::size))
          .hasSize(100)
          .containsOnly(2L);
      assertThat(client.list("many", "none")).isEmpty();
    }
  }
}
