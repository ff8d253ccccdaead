package dev.millrace.bench.s3.client;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/// The blocking `S3Client` of the AWS SDK over one of its HTTP clients.
final class SdkClient implements Client {
  private final SdkHttpClient transport;
  private final Map<URI, S3Client> clients = new ConcurrentHashMap<>();

  SdkClient(SdkHttpClient transport) {
    this.transport = transport;
  }

  @Override
  public Download of(URI object) {
    S3Client client =
        clients.computeIfAbsent(
            object.resolve("/"),
            endpoint ->
                SdkSettings.apply(S3Client.builder(), endpoint).httpClient(transport).build());
    GetObjectRequest request = SdkSettings.request(object);
    return sink -> {
      ResponseTransformer<GetObjectResponse, Sink> taking =
          (_, body) -> {
            sink.drain(body);
            return sink;
          };
      client.getObject(request, taking);
    };
  }
}
