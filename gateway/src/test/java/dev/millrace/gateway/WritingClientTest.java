package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.S3ProxyOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Clients that nobody here wrote write through a gateway that believes what it knows for an hour,
/// and read what they have written.
@Timeout(180)
class WritingClientTest {
  private static final byte[] LARGE = new byte[20 << 20];

  @TempDir private static Path scratch;
  private static S3ProxyOrigin origin;
  private static TestGateway gateway;
  private static ExternalClient writer;
  private static ExternalClient reader;

  @BeforeAll
  static void start() throws IOException {
    new Random(6).nextBytes(LARGE);
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("mill");
    Path rules = scratch.resolve("access.yaml");
    Files.writeString(
        rules,
        """
        identities:
          writer:
            keys: {MRWRITER: a-secret-of-the-writer}
            read: [mill/in/]
            list: [mill/in/]
            write: [mill/in/]
          reader:
            keys: {MRREADER: a-secret-of-the-reader}
            read: [mill]
            list: [mill]
        """);
    Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
    gateway =
        TestGateway.inFrontOf(
            origin.https(),
            origin.environment(),
            "origin-ca",
            origin.certificate().pem().toString(),
            "access-file",
            rules.toString(),
            "facts-time-to-live",
            "1h",
            "negative-time-to-live",
            "1h",
            "write-through",
            "on");
    writer = ExternalClient.signing(gateway, scratch, "MRWRITER", "a-secret-of-the-writer");
    reader = ExternalClient.signing(gateway, scratch, "MRREADER", "a-secret-of-the-reader");
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    origin.close();
  }

  /// What the reader gets of an object.
  private static byte[] read(String key) throws Exception {
    Path file = scratch.resolve("read");
    reader.run("aws", "s3", "cp", "--quiet", "s3://mill/" + key, file.toString());
    return Files.readAllBytes(file);
  }

  private static Path file(String name, byte[] bytes) throws IOException {
    return Files.write(scratch.resolve(name), bytes);
  }

  @Test
  void the_aws_cli_stores_objects_and_replaces_them_and_others_read_what_is_stored()
      throws Exception {
    assertThat(reader.output("aws", "s3", "cp", "s3://mill/in/a b+ü", "-")).contains("404");
    for (int size : new int[] {0, 1_000, 100_000, 65_536, 131_072}) {
      byte[] bytes = Arrays.copyOf(LARGE, size);
      Path file = file("small", bytes);
      writer.run("aws", "s3", "cp", file.toString(), "s3://mill/in/a b+ü");
      assertThat(read("in/a b+ü")).isEqualTo(bytes);
    }
  }

  @Test
  void the_aws_cli_stores_a_large_object_in_parts() throws Exception {
    Path file = file("large", LARGE);
    writer.run("aws", "s3", "cp", "--quiet", file.toString(), "s3://mill/in/large");
    assertThat(read("in/large")).isEqualTo(LARGE);
    byte[] other = Arrays.copyOfRange(LARGE, 1, LARGE.length);
    Files.write(file, other);
    writer.run("aws", "s3", "cp", "--quiet", file.toString(), "s3://mill/in/large");
    assertThat(read("in/large")).isEqualTo(other);
  }

  @Test
  void the_aws_cli_syncs_a_folder_up_copies_and_removes() throws Exception {
    Path folder = Files.createDirectories(scratch.resolve("up/x"));
    Files.writeString(folder.resolve("one"), "one\n".repeat(1_000));
    Files.writeString(folder.resolve("two"), "two");
    // The CLI uploads again what is newer than the object, whose time has no fraction of a second.
    FileTime past = FileTime.from(Instant.now().minusSeconds(60));
    for (String name : new String[] {"one", "two"}) {
      Files.setLastModifiedTime(folder.resolve(name), past);
    }
    writer.run("aws", "s3", "sync", scratch.resolve("up").toString(), "s3://mill/in/up");
    assertThat(writer.run("aws", "s3", "sync", scratch + "/up", "s3://mill/in/up")).isEmpty();
    assertThat(read("in/up/x/one")).asString().isEqualTo("one\n".repeat(1_000));
    writer.run("aws", "s3", "cp", "s3://mill/in/up/x/two", "s3://mill/in/up/copy");
    assertThat(read("in/up/copy")).asString().isEqualTo("two");
    writer.run("aws", "s3", "rm", "s3://mill/in/up/copy");
    writer.run("aws", "s3", "rm", "--recursive", "s3://mill/in/up/x/");
    for (String key : new String[] {"in/up/copy", "in/up/x/one", "in/up/x/two"}) {
      assertThat(reader.output("aws", "s3", "cp", "s3://mill/" + key, "-")).contains("404");
    }
  }

  @Test
  void the_aws_cli_stores_what_is_not_there_yet_once() throws Exception {
    String[] put = {
      "aws",
      "s3api",
      "put-object",
      "--bucket",
      "mill",
      "--key",
      "in/once",
      "--body",
      file("once", new byte[] {1}).toString(),
      "--if-none-match",
      "*",
      "--metadata",
      "colour=grey"
    };
    assertThat(writer.run(put)).contains("ETag");
    assertThat(writer.output(put)).contains("PreconditionFailed");
    assertThat(reader.run("aws", "s3api", "head-object", "--bucket", "mill", "--key", "in/once"))
        .contains("\"colour\": \"grey\"");
  }

  @Test
  void who_may_not_write_hears_so() throws Exception {
    String file = file("not", new byte[1]).toString();
    assertThat(writer.output("aws", "s3", "cp", file, "s3://mill/out/k")).contains("AccessDenied");
    assertThat(reader.output("aws", "s3", "cp", file, "s3://mill/in/k")).contains("AccessDenied");
    assertThat(reader.output("aws", "s3", "rm", "s3://mill/in/k")).contains("AccessDenied");
    assertThat(
            writer.output(
                "aws",
                "s3api",
                "put-object-acl",
                "--bucket",
                "mill",
                "--key",
                "in/k",
                "--acl",
                "public-read"))
        .contains("NotImplemented");
  }

  @Test
  void curl_stores_over_http_2_and_http_1() throws Exception {
    for (String version : new String[] {"--http2", "--http1.1"}) {
      Path file = file("curl", Arrays.copyOf(LARGE, 3_000_000));
      writer.run(
          "curl",
          version,
          "--aws-sigv4",
          "aws:amz:us-east-1:s3",
          "--user",
          "MRWRITER:a-secret-of-the-writer",
          "-H",
          "x-amz-content-sha256: UNSIGNED-PAYLOAD",
          "-T",
          file.toString(),
          gateway.url("/mill/in/curl" + version));
      assertThat(read("in/curl" + version)).isEqualTo(Files.readAllBytes(file));
    }
  }

  @Test
  void a_url_lets_curl_store_one_object() throws Exception {
    writer.assumeBoto3();
    String url =
        writer
            .run(
                "python3",
                "-c",
                "import boto3; from botocore.config import Config;"
                    + " print(boto3.client('s3', config=Config(signature_version='s3v4'))"
                    + ".generate_presigned_url('put_object',"
                    + " Params={'Bucket': 'mill', 'Key': 'in/by url'}))")
            .strip();
    Path file = file("url", Arrays.copyOf(LARGE, 200_000));
    writer.run("curl", "-T", file.toString(), url);
    assertThat(read("in/by url")).isEqualTo(Files.readAllBytes(file));
    assertThat(writer.output("curl", "-T", file.toString(), url.replace("by", "x")))
        .contains("403");
  }

  @Test
  void boto3_stores_in_parts_and_deletes_many() throws Exception {
    writer.assumeBoto3();
    Path file = file("boto3", LARGE);
    String script =
        """
        import boto3, io, sys
        from boto3.s3.transfer import TransferConfig
        s3 = boto3.client("s3")
        s3.upload_file(sys.argv[1], "mill", "in/boto3", Config=TransferConfig(
            multipart_threshold=5 << 20, multipart_chunksize=5 << 20))
        s3.put_object(Bucket="mill", Key="in/sha", Body=b"x" * 300000, ChecksumAlgorithm="SHA256")
        s3.put_object(Bucket="mill", Key="in/crc", Body=io.BytesIO(b"y" * 300000),
                      ChecksumAlgorithm="CRC32")
        print(s3.get_object(Bucket="mill", Key="in/crc")["Body"].read() == b"y" * 300000)
        deleted = s3.delete_objects(Bucket="mill", Delete={"Objects": [
            {"Key": "in/sha"}, {"Key": "out/not mine"}, {"Key": "in/crc"}]})
        print(sorted(d["Key"] for d in deleted["Deleted"]))
        print([(e["Key"], e["Code"]) for e in deleted["Errors"]])
        upload = s3.create_multipart_upload(Bucket="mill", Key="in/begun")["UploadId"]
        s3.upload_part(Bucket="mill", Key="in/begun", PartNumber=1, UploadId=upload, Body=b"z" * 70000)
        parts = s3.list_parts(Bucket="mill", Key="in/begun", UploadId=upload)["Parts"]
        print([(p["PartNumber"], p["Size"]) for p in parts])
        s3.abort_multipart_upload(Bucket="mill", Key="in/begun", UploadId=upload)
        """;
    assertThat(writer.run("python3", "-c", script, file.toString()).lines())
        .containsExactly(
            "True", "['in/crc', 'in/sha']", "[('out/not mine', 'AccessDenied')]", "[(1, 70000)]");
    assertThat(read("in/boto3")).isEqualTo(LARGE);
  }
}
