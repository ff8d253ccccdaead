package dev.millrace.clients;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Hadoop's S3A, by which Spark and Hive read and write S3, through a gateway that verifies what it
/// signs, and believes what it knows for an hour.
@Timeout(180)
class S3aTest {
  private static final byte[] CONTENT = new byte[20 << 20];
  private static final Path FOLDER = new Path("s3a://mill/folder");
  private static final Path LARGE = new Path(FOLDER, "large (1) + ü=&'!.bin");

  @TempDir private static java.nio.file.Path scratch;
  private static ServedBucket bucket;

  @BeforeAll
  static void start() throws Exception {
    new Random(7).nextBytes(CONTENT);
    bucket = ServedBucket.start(scratch);
    bucket.put("folder/" + LARGE.getName(), CONTENT);
    bucket.put("folder/small", "small".getBytes(UTF_8));
    bucket.put("folder/day=1/hour=2/part-0", "part".getBytes(UTF_8));
    bucket.put("secret", "secret".getBytes(UTF_8));
    trustGateway();
  }

  @AfterAll
  static void stop() throws IOException {
    trustOthers();
    bucket.close();
  }

  /// Has this JVM trust the gateway and nobody else: the HTTP clients of S3A ask the JVM.
  private static void trustGateway() throws IOException, GeneralSecurityException {
    System.setProperty("javax.net.ssl.trustStore", bucket.trustStore().toString());
    System.setProperty("javax.net.ssl.trustStorePassword", ServedBucket.TRUST_STORE_PASSWORD);
  }

  private static void trustOthers() {
    System.clearProperty("javax.net.ssl.trustStore");
    System.clearProperty("javax.net.ssl.trustStorePassword");
  }

  /// @param settings of Hadoop, name and value in turn, beside those that lead to the gateway
  private static FileSystem fileSystem(String... settings) throws IOException {
    Configuration configuration = new Configuration();
    configuration.set("fs.s3a.endpoint", bucket.url().toString());
    configuration.set("fs.s3a.endpoint.region", "us-east-1");
    configuration.setBoolean("fs.s3a.path.style.access", true);
    configuration.set("fs.s3a.access.key", ServedBucket.ACCESS_KEY_ID);
    configuration.set("fs.s3a.secret.key", ServedBucket.SECRET);
    for (int i = 0; i < settings.length; i += 2) {
      configuration.set(settings[i], settings[i + 1]);
    }
    return FileSystem.newInstance(FOLDER.toUri(), configuration);
  }

  private static FileSystem reading(String streams) throws IOException {
    return fileSystem("fs.s3a.input.stream.type", streams);
  }

  @Test
  void a_folder_is_listed() throws IOException {
    try (FileSystem files = fileSystem()) {
      assertThat(Stream.of(files.listStatus(FOLDER)).map(S3aTest::described))
          .containsExactlyInAnyOrder("day=1/", LARGE.getName() + " 20971520", "small 5");
      assertThat(files.getFileStatus(FOLDER).isDirectory()).isTrue();
      assertThat(files.exists(new Path(FOLDER, "day=1/hour=2"))).isTrue();
    }
  }

  private static String described(FileStatus file) {
    return file.getPath().getName() + (file.isDirectory() ? "/" : " " + file.getLen());
  }

  @Test
  void all_below_a_folder_are_listed() throws IOException {
    List<Path> found = new ArrayList<>();
    try (FileSystem files = fileSystem()) {
      RemoteIterator<LocatedFileStatus> all = files.listFiles(FOLDER, true);
      while (all.hasNext()) {
        found.add(all.next().getPath());
      }
    }
    assertThat(found)
        .containsExactlyInAnyOrder(
            LARGE, new Path(FOLDER, "small"), new Path(FOLDER, "day=1/hour=2/part-0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "prefetch", "analytics"})
  void an_object_is_read_whole(String streams) throws IOException {
    try (FileSystem files = reading(streams)) {
      assertThat(contentOf(files, LARGE)).isEqualTo(CONTENT);
    }
  }

  private static byte[] contentOf(FileSystem files, Path file) throws IOException {
    try (FSDataInputStream in = files.open(file)) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sequential", "normal", "random"})
  void parts_are_read_in_any_order(String policy) throws IOException {
    Random random = new Random(8);
    try (FileSystem files = fileSystem("fs.s3a.experimental.input.fadvise", policy);
        FSDataInputStream in = files.open(LARGE)) {
      for (int i = 0; i < 50; i++) {
        byte[] part = new byte[1 + random.nextInt(100_000)];
        int offset = random.nextInt(CONTENT.length - part.length);
        in.seek(offset);
        in.readFully(part);
        assertThat(part).isEqualTo(Arrays.copyOfRange(CONTENT, offset, offset + part.length));
      }
      byte[] tail = new byte[8];
      in.readFully(CONTENT.length - 8L, tail);
      assertThat(tail).isEqualTo(Arrays.copyOfRange(CONTENT, CONTENT.length - 8, CONTENT.length));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "prefetch", "analytics"})
  void many_ranges_are_read_at_once(String streams) throws Exception {
    List<FileRange> ranges = new ArrayList<>();
    for (int offset = 0; offset < CONTENT.length; offset += 999_999) {
      int length = Math.min(300_000, CONTENT.length - offset);
      ranges.add(FileRange.createFileRange(offset, length));
    }
    try (FileSystem files = reading(streams);
        FSDataInputStream in = files.open(LARGE)) {
      in.readVectored(ranges, ByteBuffer::allocate);
      for (FileRange range : ranges) {
        byte[] part = new byte[range.getLength()];
        range.getData().get().get(part);
        int offset = Math.toIntExact(range.getOffset());
        assertThat(part).isEqualTo(Arrays.copyOfRange(CONTENT, offset, offset + part.length));
      }
    }
  }

  @Test
  void what_is_missing_is_not_found() throws IOException {
    Path missing = new Path(FOLDER, "missing");
    try (FileSystem files = fileSystem()) {
      assertThat(files.exists(missing)).isFalse();
      assertThatThrownBy(() -> files.getFileStatus(missing))
          .isInstanceOf(FileNotFoundException.class);
      assertThatThrownBy(() -> files.open(missing)).isInstanceOf(FileNotFoundException.class);
    }
  }

  @Test
  void what_the_reader_may_not_read_is_refused() throws IOException {
    Path secret = new Path("s3a://mill/secret");
    try (FileSystem files = fileSystem()) {
      assertThatThrownBy(() -> files.open(secret)).isInstanceOf(AccessDeniedException.class);
    }
  }

  @Test
  void what_is_written_renamed_and_deleted_is_seen_so() throws IOException {
    Path folder = new Path("s3a://mill/written/out");
    Path file = new Path(folder, "in parts");
    Path renamed = new Path("s3a://mill/written/renamed");
    try (FileSystem files =
        fileSystem("fs.s3a.multipart.size", "5M", "fs.s3a.buffer.dir", scratch.toString())) {
      assertThat(files.exists(file)).isFalse();
      try (FSDataOutputStream out = files.create(file)) {
        out.write(CONTENT);
      }
      assertThat(contentOf(files, file)).isEqualTo(CONTENT);
      assertThat(files.exists(renamed)).isFalse();
      assertThat(files.rename(folder, renamed)).isTrue();
      assertThat(files.exists(file)).isFalse();
      Path moved = new Path(renamed, file.getName());
      assertThat(contentOf(files, moved)).isEqualTo(CONTENT);
      assertThat(files.delete(renamed, true)).isTrue();
      assertThat(files.exists(moved)).isFalse();
      assertThat(files.exists(renamed)).isFalse();
    }
  }

  @Test
  void what_it_may_not_write_is_refused() throws IOException {
    try (FileSystem files = fileSystem("fs.s3a.buffer.dir", scratch.toString())) {
      assertThatThrownBy(() -> files.create(new Path(FOLDER, "new")).close())
          .isInstanceOf(AccessDeniedException.class);
      assertThatThrownBy(() -> files.delete(LARGE, false))
          .isInstanceOf(AccessDeniedException.class);
    }
  }

  @Test
  void a_wrong_secret_is_refused() throws IOException {
    try (FileSystem files = fileSystem("fs.s3a.secret.key", "a-secret-of-another")) {
      assertThatThrownBy(() -> files.open(LARGE)).isInstanceOf(AccessDeniedException.class);
      assertThatThrownBy(() -> files.listStatus(FOLDER))
          .isInstanceOf(AccessDeniedException.class)
          .hasMessageContaining("SignatureDoesNotMatch");
    }
  }

  @Test
  void a_gateway_that_is_not_trusted_is_not_asked() throws Exception {
    trustOthers();
    try (FileSystem files = fileSystem("fs.s3a.attempts.maximum", "1", "fs.s3a.retry.limit", "1")) {
      assertThatThrownBy(() -> files.open(LARGE)).hasMessageContaining("unable to find valid");
    } finally {
      trustGateway();
    }
  }
}
