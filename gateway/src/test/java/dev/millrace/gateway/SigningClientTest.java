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
import org.junit.jupiter.api.io.TempDir;

/// Clients that nobody here wrote sign their requests, and the gateway verifies them.
class SigningClientTest {
  private static final byte[] CONTENT = new byte[20 << 20];
  private static final String LARGE = "folder/large (1) + ü=&'!.bin";

  @TempDir private static Path scratch;
  private static S3ProxyOrigin origin;
  private static TestGateway gateway;
  private static ExternalClient client;
  private static ExternalClient impostor;

  @BeforeAll
  static void start() throws IOException {
    new Random(5).nextBytes(CONTENT);
    origin = S3ProxyOrigin.inMemory(scratch);
    origin.createBucket("mill");
    origin.put("mill", LARGE, CONTENT);
    origin.put("mill", "folder/small", "small".getBytes(StandardCharsets.UTF_8));
    origin.put("mill", "secret", "secret".getBytes(StandardCharsets.UTF_8));
    Path rules = scratch.resolve("access.yaml");
    Files.writeString(
        rules,
        """
        identities:
          reader:
            keys: {MRREADER: a-secret-of-the-reader}
            read: [mill/folder/]
            list: [mill/folder/]
        """);
    Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
    gateway =
        TestGateway.inFrontOf(origin.http(), origin.environment(), "access-file", rules.toString());
    client = ExternalClient.signing(gateway, scratch, "MRREADER", "a-secret-of-the-reader");
    impostor = ExternalClient.signing(gateway, scratch, "MRREADER", "a-secret-of-another");
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
    origin.close();
  }

  @Test
  void the_aws_cli_copies_objects_with_any_name() throws Exception {
    Path file = scratch.resolve("copied");
    client.run("aws", "s3", "cp", "s3://mill/" + LARGE, file.toString());
    assertThat(Files.readAllBytes(file)).isEqualTo(CONTENT);
  }

  @Test
  void the_aws_cli_syncs_a_folder_once() throws Exception {
    Path folder = scratch.resolve("synced");
    client.run("aws", "s3", "sync", "s3://mill/folder/", folder.toString());
    assertThat(Files.readAllBytes(folder.resolve(LARGE.substring("folder/".length()))))
        .isEqualTo(CONTENT);
    assertThat(client.run("aws", "s3", "sync", "s3://mill/folder/", folder.toString())).isEmpty();
  }

  @Test
  void the_aws_cli_hears_what_it_may_not() throws Exception {
    assertThat(client.output("aws", "s3", "cp", "s3://mill/secret", scratch.toString()))
        .contains("403");
    assertThat(client.output("aws", "s3", "ls", "s3://mill/")).contains("AccessDenied");
    assertThat(impostor.output("aws", "s3", "ls", "s3://mill/folder/"))
        .contains("SignatureDoesNotMatch");
  }

  @Test
  void a_url_of_the_aws_cli_lets_curl_read_one_object() throws Exception {
    String url =
        client.run("aws", "s3", "presign", "s3://mill/" + LARGE, "--expires-in", "60").strip();
    Path file = scratch.resolve("presigned");
    client.run("curl", "-o", file.toString(), url);
    assertThat(Files.readAllBytes(file)).isEqualTo(CONTENT);
    assertThat(client.output("curl", url.replace("large", "small"))).contains("403");
  }

  @Test
  void curl_signs_by_itself() throws Exception {
    assertThat(
            client.run(
                "curl",
                "--aws-sigv4",
                "aws:amz:us-east-1:s3",
                "--user",
                "MRREADER:a-secret-of-the-reader",
                gateway.url("/mill/folder/small")))
        .isEqualTo("small");
    assertThat(client.output("curl", gateway.url("/mill/folder/small"))).contains("403");
  }

  @Test
  void boto3_reads_in_parts_and_lists() throws Exception {
    client.assumeBoto3();
    Path file = scratch.resolve("boto3");
    String script =
        """
        import boto3, sys
        from boto3.s3.transfer import TransferConfig
        s3 = boto3.client("s3")
        s3.download_file("mill", sys.argv[1], sys.argv[2],
                         Config=TransferConfig(multipart_threshold=1 << 20, multipart_chunksize=1 << 20))
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket="mill", Prefix="folder/"):
            print([o["Key"] for o in page["Contents"]])
        print(s3.get_object(Bucket="mill", Key="folder/small", Range="bytes=1-2")["Body"].read())
        """;
    String said = client.run("python3", "-c", script, LARGE, file.toString());
    assertThat(said).contains("folder/small").contains(LARGE).contains("b'ma'");
    assertThat(Files.readAllBytes(file)).isEqualTo(CONTENT);
  }
}
