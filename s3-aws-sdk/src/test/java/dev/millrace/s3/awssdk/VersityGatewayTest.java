package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.testing.VersityOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.transfer.s3.S3TransferManager;

/// The SDK as its users leave it, with checksums and by part numbers, over these HTTP clients,
/// against versitygw.
@Tag("long")
class VersityGatewayTest {
  @TempDir private Path folder;
  private VersityOrigin service;

  @BeforeEach
  void start() throws IOException {
    service = VersityOrigin.start(Files.createDirectory(folder.resolve("data")), null);
  }

  @AfterEach
  void stop() {
    if (service != null) {
      service.close();
    }
  }

  @Test
  void the_transfer_manager_moves_files_both_ways() throws Exception {
    byte[] content = new byte[(40 << 20) + 321];
    new Random(40).nextBytes(content);
    Path source = Files.write(folder.resolve("source"), content);
    Path target = folder.resolve("target");
    var http = (MillraceAsyncHttpClient) MillraceAsyncHttpClient.create();
    try (http;
        S3AsyncClient s3 =
            S3AsyncClient.builder()
                .httpClient(http)
                .multipartEnabled(true)
                .endpointOverride(service.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(keys())
                .forcePathStyle(true)
                .build();
        S3TransferManager manager = S3TransferManager.builder().s3Client(s3).build()) {
      s3.createBucket(r -> r.bucket("mill")).join();
      manager
          .uploadFile(u -> u.source(source).putObjectRequest(r -> r.bucket("mill").key("large")))
          .completionFuture()
          .join();
      manager
          .downloadFile(
              d -> d.destination(target).getObjectRequest(r -> r.bucket("mill").key("large")))
          .completionFuture()
          .join();
      assertThat(Files.mismatch(source, target)).isEqualTo(-1);
      assertThat(
              s3.headObject(r -> r.bucket("mill").key("large").partNumber(1)).join().partsCount())
          .isEqualTo(6);
      assertThat(http.transport().standing().leased()).isZero();
    }
  }

  @Test
  void the_blocking_client_stores_and_gets() throws Exception {
    byte[] content = new byte[3_000_000];
    new Random(3).nextBytes(content);
    try (S3Client s3 =
        S3Client.builder()
            .httpClientBuilder(MillraceHttpClient.builder())
            .endpointOverride(service.endpoint())
            .region(Region.US_EAST_1)
            .credentialsProvider(keys())
            .forcePathStyle(true)
            .build()) {
      s3.createBucket(r -> r.bucket("mill"));
      s3.putObject(r -> r.bucket("mill").key("a//b +ü"), RequestBody.fromBytes(content));
      assertThat(s3.getObjectAsBytes(r -> r.bucket("mill").key("a//b +ü")).asByteArray())
          .isEqualTo(content);
    }
  }

  private StaticCredentialsProvider keys() {
    return StaticCredentialsProvider.create(
        AwsBasicCredentials.create(
            service.credentials().accessKeyId(), service.credentials().secretAccessKey()));
  }
}
