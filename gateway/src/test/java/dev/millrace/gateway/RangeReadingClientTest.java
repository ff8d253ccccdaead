package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.S3ProxyOrigin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that nobody here wrote read an object by many ranges at once, and sign each request.
@Timeout(180)
class RangeReadingClientTest {
  private static final byte[] CONTENT = new byte[20 << 20];
  private static final String NAME = "large (1) + ü=&'!.bin";

  /// Finds the extension where the user has installed it, or in a package of Python's.
  private static final String LOAD_HTTPFS =
      """
      import duckdb, glob, os
      db = duckdb.connect()
      try:
          db.execute("LOAD httpfs")
      except duckdb.Error:
          import duckdb_extension_httpfs
          folder = os.path.dirname(duckdb_extension_httpfs.__file__)
          [file] = glob.glob(folder + "/extensions/*/httpfs.duckdb_extension")
          db.execute("LOAD '" + file + "'")
      """;

  @TempDir private static Path scratch;
  private static S3ProxyOrigin origin;
  private static TestGateway gateway;
  private static ExternalClient client;
  private static ExternalClient impostor;

  @BeforeAll
  static void start() throws IOException {
    new Random(9).nextBytes(CONTENT);
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("mill");
    origin.put("mill", "folder/" + NAME, CONTENT);
    for (int i = 0; i < 30; i++) {
      origin.put("mill", "folder/day=" + i % 3 + "/part-" + i, part(i));
    }
    Path rules = scratch.resolve("access.yaml");
    Files.writeString(
        rules,
        """
        identities:
          reader:
            keys: {MRREADER: a-secret-of-the-reader}
            read: [mill/folder/, mill/rows/]
            list: [mill/folder/, mill/rows/]
        """);
    Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
    gateway =
        TestGateway.inFrontOf(origin.http(), origin.environment(), "access-file", rules.toString());
    client = ExternalClient.signing(gateway, scratch, "MRREADER", "a-secret-of-the-reader");
    impostor = ExternalClient.signing(gateway, scratch, "MRREADER", "a-secret-of-another");
  }

  private static byte[] part(int number) {
    return ("part " + number + "\n").repeat(1_000 * number).getBytes(StandardCharsets.UTF_8);
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    origin.close();
  }

  private static void demandFolder(Path copied) throws IOException {
    assertThat(Files.readAllBytes(copied.resolve(NAME))).isEqualTo(CONTENT);
    for (int i = 0; i < 30; i++) {
      assertThat(copied.resolve("day=" + i % 3 + "/part-" + i)).hasBinaryContent(part(i));
    }
  }

  @Test
  void rclone_copies_an_object_in_several_streams() throws Exception {
    Path folder = scratch.resolve("rclone-object");
    String said =
        client.run(
            "rclone",
            "copy",
            "-vv",
            "--multi-thread-cutoff=1M",
            "--multi-thread-streams=8",
            ":s3:mill/folder/" + NAME,
            folder.toString());
    assertThat(said).contains("multi-thread").contains("stream 8/8");
    assertThat(Files.readAllBytes(folder.resolve(NAME))).isEqualTo(CONTENT);
  }

  @Test
  void rclone_copies_a_folder_and_finds_it_the_same() throws Exception {
    Path folder = scratch.resolve("rclone-folder");
    client.run("rclone", "copy", "--transfers=8", ":s3:mill/folder", folder.toString());
    demandFolder(folder);
    assertThat(client.run("rclone", "check", ":s3:mill/folder", folder.toString()))
        .contains("0 differences found")
        .contains("31 matching files");
    Files.write(folder.resolve("day=0/part-3"), part(4));
    assertThat(client.output("rclone", "check", ":s3:mill/folder", folder.toString()))
        .contains("1 differences found");
  }

  @Test
  void rclone_reads_from_the_middle() throws Exception {
    String end =
        client.run("rclone", "cat", "--offset=-2", "--count=1", ":s3:mill/folder/day=2/part-2");
    assertThat(end).isEqualTo("2");
  }

  @Test
  void rclone_hears_what_it_may_not() throws Exception {
    assertThat(impostor.output("rclone", "--retries=1", "lsf", ":s3:mill/folder"))
        .contains("SignatureDoesNotMatch");
  }

  @Test
  void s5cmd_copies_an_object_in_parts() throws Exception {
    Path file = scratch.resolve("s5cmd-object");
    String key = "s3://mill/folder/" + NAME;
    client.run("s5cmd", "cp", "--part-size", "5", "--concurrency", "4", key, file.toString());
    assertThat(Files.readAllBytes(file)).isEqualTo(CONTENT);
  }

  @Test
  void s5cmd_copies_a_folder_once() throws Exception {
    Path folder = scratch.resolve("s5cmd-folder");
    client.run("s5cmd", "sync", "s3://mill/folder/*", folder + "/");
    demandFolder(folder);
    assertThat(client.run("s5cmd", "sync", "s3://mill/folder/*", folder + "/")).isEmpty();
  }

  @Test
  void s5cmd_hears_what_it_may_not() throws Exception {
    assertThat(impostor.output("s5cmd", "ls", "s3://mill/folder/"))
        .contains("SignatureDoesNotMatch");
  }

  @Test
  void duckdb_reads_what_it_wants_of_a_parquet_file() throws Exception {
    client.assumePython("duckdb with httpfs", LOAD_HTTPFS);
    Path file = scratch.resolve("rows.parquet");
    String write =
        """
        import duckdb, sys
        duckdb.sql("COPY (SELECT i, 'row ' || i AS name, random() AS weight"
                   " FROM range(2_000_000) t(i)) TO '" + sys.argv[1]
                   + "' (FORMAT parquet, ROW_GROUP_SIZE 100_000)")
        """;
    client.run("python3", "-c", write, file.toString());
    origin.put("mill", "rows/a.parquet", Files.readAllBytes(file));
    String read =
        LOAD_HTTPFS
            + connected()
            + """
            rows = "read_parquet('s3://mill/rows/*.parquet')"
            print(db.sql("SELECT count(*), sum(i) FROM " + rows).fetchone())
            print(db.sql("SELECT name FROM " + rows + " WHERE i = 1234567").fetchone())
            """;
    assertThat(client.run("python3", "-c", read).lines())
        .containsExactly("(2000000, 1999999000000)", "('row 1234567',)");
    assertThat(impostor.output("python3", "-c", read)).contains("403");
  }

  /// What leads DuckDB to the gateway, with the keys of its environment.
  private static String connected() {
    return """
    db.execute("SET ca_cert_file = '%s'")
    db.execute(
        "CREATE SECRET (TYPE s3, KEY_ID '" + os.environ["AWS_ACCESS_KEY_ID"]
        + "', SECRET '" + os.environ["AWS_SECRET_ACCESS_KEY"]
        + "', REGION 'us-east-1', ENDPOINT '127.0.0.1:%d', URL_STYLE 'path', USE_SSL true)")
    """
        .formatted(TestGateway.authority(), gateway.port());
  }
}
