package dev.millrace.bench.s3.link.client;

import dev.millrace.bench.s3.client.SdkSettings;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.transfer.s3.S3TransferManager;
import software.amazon.awssdk.transfer.s3.model.DownloadFileRequest;

/// `S3TransferManager` of the AWS SDK, over either of its clients. Neither validates checksums,
/// which the object has none of.
final class SdkDownload {
  /// More than all of the links together have, so that only the number of connections limits.
  private static final double GIGABITS_PER_SECOND = 10;

  private SdkDownload() {}

  static FileDownload crt(URI object, int connections) {
    return of(
        object,
        S3AsyncClient.crtBuilder()
            .endpointOverride(object.resolve("/"))
            .forcePathStyle(true)
            .region(Region.US_EAST_1)
            .credentialsProvider(SdkSettings.CREDENTIALS)
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .minimumPartSizeInBytes(Upload.PART_BYTES)
            .maxConcurrency(connections)
            .targetThroughputInGbps(GIGABITS_PER_SECOND)
            .build());
  }

  static FileDownload netty(URI object, int connections) {
    return of(
        object,
        SdkSettings.apply(S3AsyncClient.builder(), object.resolve("/"))
            .httpClientBuilder(
                NettyNioAsyncHttpClient.builder().maxConcurrency(connections).tcpKeepAlive(true))
            .multipartEnabled(true)
            .multipartConfiguration(parts ->
                parts
                    .minimumPartSizeInBytes(Upload.PART_BYTES)
                    .parallelConfiguration(at -> at.maxInFlightParts(connections)))
            .build());
  }

  private static FileDownload of(URI object, S3AsyncClient client) {
    S3TransferManager transfers = S3TransferManager.builder().s3Client(client).build();
    return file -> {
      try {
        transfers
            .downloadFile(
                DownloadFileRequest.builder()
                    .getObjectRequest(SdkSettings.request(object))
                    .destination(file)
                    .build())
            .completionFuture()
            .join();
      } catch (CompletionException e) {
        throw new IOException(e.getCause());
      }
    };
  }
}
