package dev.millrace.gateway.soak;

import dev.millrace.gateway.soak.Bucket.StoredObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLContext;

/// By the JDK's client, over kept connections: whole objects, and parts of them.
final class HttpClientReading implements Reading, AutoCloseable {
  private final String url;
  private final HttpClient client;

  HttpClientReading(String url, SSLContext trust, HttpClient.Version version) {
    this.url = url;
    this.client = HttpClient.newBuilder().version(version).sslContext(trust).build();
  }

  @Override
  public void read(StoredObject object) throws IOException, InterruptedException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int first = random.nextBoolean() ? 0 : random.nextInt(object.size());
    int length = first == 0 ? object.size() : random.nextInt(object.size() - first) + 1;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + "/mill/" + object.key()))
            .timeout(Duration.ofSeconds(30));
    if (length < object.size()) {
      request.header("Range", "bytes=" + first + "-" + (first + length - 1));
    }
    long began = System.nanoTime();
    HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
    if (answer.statusCode() != (length < object.size() ? 206 : 200)) {
      throw new IOException("status " + answer.statusCode());
    }
    String etag = answer.headers().firstValue("etag").orElseThrow();
    if (answer.body().length != length) {
      throw new WrongBytesException(answer.body().length + " bytes for " + length);
    }
    Reading.check(object, etag, first, answer.body(), began);
  }

  @Override
  public void close() {
    client.close();
  }
}
