package dev.millrace.bench.s3.client;

import dev.millrace.s3.ObjectBody;
import dev.millrace.s3.S3Client;
import dev.millrace.s3.S3Config;
import dev.millrace.s3.credentials.Credentials;
import dev.millrace.s3.credentials.CredentialsSource;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;

/// Our [S3Client], which signs its requests as those of the AWS SDK do.
final class MillraceClient implements Client {
  private final SSLContext tls;
  private final int connections;
  private final Map<URI, S3Client> clients = new ConcurrentHashMap<>();

  MillraceClient(SSLContext tls, int connections) {
    this.tls = tls;
    this.connections = connections;
  }

  @Override
  public Download of(URI object) {
    S3Client client = clients.computeIfAbsent(object.resolve("/"), this::open);
    String[] path = object.getPath().split("/", 3);
    return sink -> {
      ByteBuffer buffer = ByteBuffer.wrap(sink.buffer());
      try (ObjectBody body = client.open(path[1], path[2])) {
        for (int count = body.read(buffer); count >= 0; count = body.read(buffer.clear())) {
          sink.take(0, count);
        }
      }
    };
  }

  private S3Client open(URI endpoint) {
    return new S3Client(
        S3Config.builder(endpoint, "us-east-1")
            .credentials(CredentialsSource.of(new Credentials("bench", "bench-only", null)))
            .tls(tls)
            .connections(connections)
            .build());
  }
}
