package dev.millrace.bench.s3.client;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3BaseClientBuilder;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;

/// What every client of the AWS SDK is set to: it signs its requests, and does no more beside the
/// download than it must.
public final class SdkSettings {
  /// Who asks; of use only where signatures are checked, with the same names.
  public static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench-only"));

  private SdkSettings() {}

  /// Sets a client's builder so.
  public static <B extends S3BaseClientBuilder<B, ?>> B apply(B builder, URI endpoint) {
    return builder
        .endpointOverride(endpoint)
        .forcePathStyle(true)
        .region(Region.US_EAST_1)
        .credentialsProvider(CREDENTIALS)
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .overrideConfiguration(
            configuration -> configuration.retryStrategy(AwsRetryStrategy.doNotRetry()));
  }

  /// What asks for an object.
  ///
  /// @param object its path is a bucket and a key of one segment each
  public static GetObjectRequest request(URI object) {
    String[] path = object.getPath().split("/", 3);
    return GetObjectRequest.builder().bucket(path[1]).key(path[2]).build();
  }
}
