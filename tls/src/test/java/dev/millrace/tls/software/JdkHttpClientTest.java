package dev.millrace.tls.software;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/// The JDK's [HttpClient], which wraps and unwraps on threads of its own.
class JdkHttpClientTest extends HttpClientContract {
  @Override
  Answer post(SSLContext context, URI uri, byte[] body) throws Exception {
    return send(context, uri, body);
  }

  static Answer send(SSLContext context, URI uri, byte[] body) throws Exception {
    try (HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
      HttpRequest request =
          HttpRequest.newBuilder(uri).POST(BodyPublishers.ofByteArray(body)).build();
      HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
      return new Answer(
          response.headers().firstValue(EchoServer.SEEN).orElseThrow(),
          response.body(),
          response.sslSession().orElseThrow());
    }
  }

  @Override
  boolean speaksHttp2() {
    return true;
  }

  @Override
  Class<? extends IOException> wrongHost() {
    return SSLHandshakeException.class;
  }
}
