package dev.millrace.s3.awssdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.transfer.s3.S3TransferManager;
import software.amazon.awssdk.transfer.s3.progress.TransferListener;

/// The SDK's transfer manager over this HTTP client.
class TransferManagerTest {
  private static final int PART = 8 << 20;

  @TempDir private Path folder;
  private final byte[] content = new byte[2 * PART + 12_345];
  private PartedService service;
  private MillraceAsyncHttpClient http;
  private S3AsyncClient s3;
  private S3TransferManager manager;

  @BeforeEach
  void start() throws Exception {
    new Random(8).nextBytes(content);
    service = PartedService.start();
    http = (MillraceAsyncHttpClient) MillraceAsyncHttpClient.create();
    s3 =
        S3AsyncClient.builder()
            .endpointOverride(service.endpoint())
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))
            .forcePathStyle(true)
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .multipartEnabled(true)
            .httpClient(http)
            .build();
    manager = S3TransferManager.builder().s3Client(s3).build();
  }

  @AfterEach
  void stop() {
    manager.close();
    s3.close();
    http.close();
    service.close();
    assertThat(http.transport().standing().leased()).isZero();
  }

  @Test
  void uploads_a_file_in_parts_and_says_when_it_is_done() throws Exception {
    Path file = Files.write(folder.resolve("up"), content);
    CompletableFuture<Long> told = new CompletableFuture<>();
    manager
        .uploadFile(u ->
            u.source(file)
                .putObjectRequest(r -> r.bucket("mill").key("up"))
                .addTransferListener(
                    new TransferListener() {
                      @Override
                      public void transferComplete(Context.TransferComplete done) {
                        told.complete(done.progressSnapshot().transferredBytes());
                      }
                    }))
        .completionFuture()
        .join();
    assertThat(service.partCount()).isEqualTo(3);
    assertThat(service.content()).isEqualTo(content);
    assertThat(told.join()).isEqualTo(content.length);
  }

  @Test
  void downloads_a_file_part_by_part() throws Exception {
    for (int i = 0; i < 3; i++) {
      service.put(
          i + 1, Arrays.copyOfRange(content, i * PART, Math.min(content.length, (i + 1) * PART)));
    }
    Path file = folder.resolve("down");
    manager
        .downloadFile(d -> d.destination(file).getObjectRequest(r -> r.bucket("mill").key("down")))
        .completionFuture()
        .join();
    assertThat(Files.readAllBytes(file)).isEqualTo(content);
  }
}
