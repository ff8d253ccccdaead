package dev.millrace.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.S3ProxyOrigin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients that nobody here wrote: curl and the AWS CLI, through a gateway in front of s3proxy.
class ExternalClientTest {
  private static final byte[] CONTENT = new byte[20 << 20];

  @TempDir private static Path scratch;
  private static S3ProxyOrigin origin;
  private static TestGateway gateway;
  private static ExternalClient client;

  @BeforeAll
  static void start() throws IOException {
    new Random(4).nextBytes(CONTENT);
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("mill");
    origin.put("mill", "folder/large.bin", CONTENT);
    origin.put("mill", "folder/small name ü.txt", "small".getBytes(StandardCharsets.UTF_8));
    gateway = TestGateway.inFrontOf(origin.http(), origin.environment());
    client = new ExternalClient(gateway, scratch.resolve("none"), "anyone", "anything");
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    origin.close();
  }

  @Test
  void curl_downloads_an_object_over_http_2_and_http_1() throws Exception {
    for (String version : new String[] {"--http2", "--http1.1"}) {
      Path file = scratch.resolve("curl" + version);
      run("curl", version, "-o", file.toString(), gateway.url("/mill/folder/large.bin"));
      assertThat(Files.readAllBytes(file)).isEqualTo(CONTENT);
    }
  }

  @Test
  void curl_resumes_a_download() throws Exception {
    Path file = scratch.resolve("resumed");
    Files.write(file, Arrays.copyOf(CONTENT, 5_000_001));
    run("curl", "-C", "-", "-o", file.toString(), gateway.url("/mill/folder/large.bin"));
    assertThat(Files.readAllBytes(file)).isEqualTo(CONTENT);
  }

  @Test
  void curl_does_not_download_again_what_it_has() throws Exception {
    Path etag = scratch.resolve("etag");
    String url = gateway.url("/mill/folder/large.bin");
    run("curl", "-o", "/dev/null", "--etag-save", etag.toString(), url);
    assertThat(
            run(
                "curl",
                "-o",
                "/dev/null",
                "--etag-compare",
                etag.toString(),
                "-w",
                "%{http_code}",
                url))
        .isEqualTo("304");
  }

  @Test
  void the_aws_cli_copies_an_object() throws Exception {
    Path file = scratch.resolve("copied");
    run("aws", "s3", "cp", "s3://mill/folder/large.bin", file.toString());
    assertThat(Files.readAllBytes(file)).isEqualTo(CONTENT);
  }

  @Test
  void the_aws_cli_copies_all_below_a_prefix() throws Exception {
    Path folder = scratch.resolve("all");
    run("aws", "s3", "cp", "--recursive", "s3://mill/folder/", folder.toString());
    assertThat(Files.readAllBytes(folder.resolve("large.bin"))).isEqualTo(CONTENT);
    assertThat(folder.resolve("small name ü.txt")).hasContent("small");
  }

  @Test
  void the_aws_cli_reads_a_range() throws Exception {
    Path file = scratch.resolve("range");
    String answer =
        run(
            "aws",
            "s3api",
            "get-object",
            "--bucket",
            "mill",
            "--key",
            "folder/large.bin",
            "--range",
            "bytes=1048570-1048585",
            file.toString());
    assertThat(Files.readAllBytes(file))
        .isEqualTo(Arrays.copyOfRange(CONTENT, 1_048_570, 1_048_586));
    assertThat(answer).contains("bytes 1048570-1048585/20971520");
  }

  @Test
  void the_aws_cli_lists_a_bucket_and_the_buckets() throws Exception {
    assertThat(run("aws", "s3", "ls", "--recursive", "s3://mill/"))
        .contains("20971520 folder/large.bin")
        .contains("5 folder/small name ü.txt");
    assertThat(run("aws", "s3", "ls")).contains("mill");
  }

  @Test
  void the_aws_cli_hears_why_there_is_no_such_key() throws Exception {
    assertThat(output("aws", "s3api", "get-object", "--bucket", "mill", "--key", "no", "/dev/null"))
        .contains("NoSuchKey");
  }

  private static String run(String... command) throws IOException, InterruptedException {
    return client.run(command);
  }

  private static String output(String... command) throws IOException, InterruptedException {
    return client.output(command);
  }
}
