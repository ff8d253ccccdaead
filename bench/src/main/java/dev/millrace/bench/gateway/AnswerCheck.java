package dev.millrace.bench.gateway;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.Arrays;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/// Makes sure, before anything is measured, that both servers do the same work: the whole object,
/// byte for byte, over TLS 1.3, and the peer from its cache.
final class AnswerCheck {
  private AnswerCheck() {}

  /// @throws IOException if an answer is not what it must be
  static void verify(Site site, Server ours, Server theirs)
      throws IOException, InterruptedException {
    SSLParameters onlyTls13 = new SSLParameters();
    onlyTls13.setProtocols(new String[] {"TLSv1.3"});
    try (HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .sslContext(site.certificate().clientContext())
            .sslParameters(onlyTls13)
            .build()) {
      for (SampleObject object : SampleObject.values()) {
        byte[] expected = Files.readAllBytes(site.file(object));
        for (Server server : new Server[] {ours, theirs}) {
          HttpRequest request = HttpRequest.newBuilder(server.uri(object)).build();
          check(server, object, client.send(request, BodyHandlers.ofByteArray()), expected);
        }
        HttpRequest again = HttpRequest.newBuilder(theirs.uri(object)).build();
        checkHit(object, client.send(again, BodyHandlers.discarding()));
      }
    }
  }

  private static void check(
      Server server, SampleObject object, HttpResponse<byte[]> response, byte[] expected)
      throws IOException {
    String what = "%s's answer to GET of %s ".formatted(server.name(), object.fileName());
    if (response.statusCode() != 200) {
      throw new IOException(what + "has status " + response.statusCode());
    }
    String protocol = response.sslSession().map(SSLSession::getProtocol).orElse("no TLS");
    if (!protocol.equals("TLSv1.3")) {
      throw new IOException(what + "came over " + protocol);
    }
    if (!Arrays.equals(response.body(), expected)) {
      throw new IOException(what + "is not the object");
    }
  }

  private static void checkHit(SampleObject object, HttpResponse<Void> response)
      throws IOException {
    String status = response.headers().firstValue(NginxServer.CACHE_STATUS).orElse("none");
    if (!status.equals("HIT")) {
      throw new IOException(
          "nginx's second answer to GET of %s has cache status %s"
              .formatted(object.fileName(), status));
    }
  }
}
