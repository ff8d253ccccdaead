package dev.millrace.bench.s3.link.client;

import dev.millrace.bench.s3.client.SdkSettings;
import java.net.URI;
import java.nio.file.Path;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.transfer.s3.S3TransferManager;

/// Puts an object where it is downloaded from, in every way of [Upload].
public final class Uploads {
  private Uploads() {}

  /// Makes the bucket and uploads the file.
  public static void of(Path file, URI endpoint) {
    try (S3AsyncClient whole = SdkSettings.apply(S3AsyncClient.builder(), endpoint).build();
        S3AsyncClient inParts =
            SdkSettings.apply(S3AsyncClient.builder(), endpoint)
                .multipartEnabled(true)
                .multipartConfiguration(parts ->
                    parts
                        .minimumPartSizeInBytes(Upload.PART_BYTES)
                        .thresholdInBytes(Upload.PART_BYTES))
                .build()) {
      whole.createBucket(bucket -> bucket.bucket(Upload.BUCKET)).join();
      whole.putBucketPolicy(policy -> policy.bucket(Upload.BUCKET).policy(everybodyReads())).join();
      for (Upload upload : Upload.values()) {
        upload(
            file,
            upload.word(),
            switch (upload) {
              case PARTS -> inParts;
              case PUT -> whole;
            });
      }
    }
  }

  private static String everybodyReads() {
    return """
    {
      "Version": "2012-10-17",
      "Statement": [
        {
          "Effect": "Allow",
          "Principal": "*",
          "Action": "s3:GetObject",
          "Resource": "arn:aws:s3:::%s/*"
        }
      ]
    }
    """
        .formatted(Upload.BUCKET);
  }

  private static void upload(Path file, String key, S3AsyncClient client) {
    try (S3TransferManager transfers = S3TransferManager.builder().s3Client(client).build()) {
      transfers
          .uploadFile(upload ->
              upload.source(file).putObjectRequest(put -> put.bucket(Upload.BUCKET).key(key)))
          .completionFuture()
          .join();
    }
  }
}
