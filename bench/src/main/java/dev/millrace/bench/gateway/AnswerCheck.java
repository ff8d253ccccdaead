package dev.millrace.bench.gateway;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/// Makes sure, before anything is measured, that all servers do the same work: the whole object,
/// byte for byte, over TLS 1.3, and the peers from their caches.
final class AnswerCheck {
  private AnswerCheck() {}

  /// @throws IOException if an answer is not what it must be
  static void verify(Site site, Server ours, List<Server> peers)
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
        verify(client, ours, object, expected);
        for (Server peer : peers) {
          verify(client, peer, object, expected);
          HttpRequest again = HttpRequest.newBuilder(peer.uri(object)).build();
          checkHit(peer, object, client.send(again, BodyHandlers.discarding()));
        }
      }
    }
  }

  private static void verify(HttpClient client, Server server, SampleObject object, byte[] expected)
      throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(server.uri(object)).build();
    try {
      check(object, client.send(request, BodyHandlers.ofByteArray()), expected);
    } catch (IOException e) {
      throw new IOException(server.name() + ": " + e.getMessage(), e);
    }
  }

  private static void check(SampleObject object, HttpResponse<byte[]> response, byte[] expected)
      throws IOException {
    String what = "the answer to GET of %s ".formatted(object.fileName());
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

  private static void checkHit(Server peer, SampleObject object, HttpResponse<Void> response)
      throws IOException {
    String status = response.headers().firstValue(Server.CACHE_STATUS).orElse("none");
    if (!status.equals("HIT")) {
      throw new IOException(
          "%s's second answer to GET of %s has cache status %s"
              .formatted(peer.name(), object.fileName(), status));
    }
  }
}
