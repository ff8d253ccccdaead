package dev.millrace.s3.sign;

import dev.millrace.s3.credentials.Credentials;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner.AuthLocation;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import software.amazon.awssdk.utils.http.SdkHttpUtils;

/// What the AWS SDK makes of a request: the reference that tests hold ours against.
///
/// @param path decoded
/// @param query decoded
record AwsSigner(
    String method,
    String host,
    int port,
    String path,
    Map<String, String> query,
    Map<String, String> headers,
    Credentials credentials,
    String region,
    Instant now) {
  AwsSigner withHeaders(Map<String, String> others) {
    return new AwsSigner(method, host, port, path, query, others, credentials, region, now);
  }

  String authorization(byte[] payload) {
    return signed(r -> r.payload(ContentStreamProvider.fromByteArray(payload)))
        .firstMatchingHeader("Authorization")
        .orElseThrow();
  }

  String authorizationWithoutPayload() {
    return signed(r -> r.putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, false))
        .firstMatchingHeader("Authorization")
        .orElseThrow();
  }

  /// The parameters of a presigned URL, decoded.
  Map<String, String> presigned(Duration validity) {
    SdkHttpRequest signed =
        signed(r ->
            r.putProperty(AwsV4HttpSigner.AUTH_LOCATION, AuthLocation.QUERY_STRING)
                .putProperty(AwsV4HttpSigner.PAYLOAD_SIGNING_ENABLED, false)
                .putProperty(AwsV4HttpSigner.EXPIRATION_DURATION, validity));
    return signed.rawQueryParameters().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, parameter -> parameter.getValue().getFirst()));
  }

  private SdkHttpRequest signed(Consumer<SignRequest.Builder<AwsCredentialsIdentity>> how) {
    var unsigned =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.fromValue(method))
            .protocol("https")
            .host(host)
            .port(port)
            .encodedPath(SdkHttpUtils.urlEncodeIgnoreSlashes(path));
    query.forEach(unsigned::putRawQueryParameter);
    headers.forEach(unsigned::putHeader);
    return AwsV4HttpSigner.create()
        .sign(r ->
            how.accept(
                r.identity(identity())
                    .request(unsigned.build())
                    .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "s3")
                    .putProperty(AwsV4HttpSigner.REGION_NAME, region)
                    .putProperty(AwsV4HttpSigner.DOUBLE_URL_ENCODE, false)
                    .putProperty(AwsV4HttpSigner.NORMALIZE_PATH, false)
                    .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(now, ZoneOffset.UTC))))
        .request();
  }

  private AwsCredentialsIdentity identity() {
    return credentials.sessionToken() == null
        ? AwsCredentialsIdentity.create(credentials.accessKeyId(), credentials.secretAccessKey())
        : AwsSessionCredentialsIdentity.create(
            credentials.accessKeyId(), credentials.secretAccessKey(), credentials.sessionToken());
  }
}
