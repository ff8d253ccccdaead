package dev.millrace.bench.s3.client;

import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;

/// [HttpURLConnection], told to keep as many connections as are used, for as long as the server
/// does; it would keep five, for five seconds.
final class UrlConnectionClient {
  private UrlConnectionClient() {}

  static Client open(int connections) {
    keep(connections);
    return UrlConnectionClient::download;
  }

  /// Sets what the connections of the whole JVM heed.
  static void keep(int connections) {
    System.setProperty("http.maxConnections", Integer.toString(connections));
    System.setProperty("http.keepAlive.time.server", "3600");
  }

  private static Download download(URI object) throws MalformedURLException {
    URL url = object.toURL();
    return sink -> {
      HttpURLConnection connection = (HttpURLConnection) url.openConnection();
      connection.setUseCaches(false);
      connection.setInstanceFollowRedirects(false);
      try (InputStream body = connection.getInputStream()) {
        sink.drain(body);
      }
    };
  }
}
