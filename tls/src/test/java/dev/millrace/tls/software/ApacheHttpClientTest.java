package dev.millrace.tls.software;

import java.io.IOException;
import java.net.URI;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.HttpEntities;

/// Apache HttpClient 5 with blocking sockets.
class ApacheHttpClientTest extends HttpClientContract {
  @Override
  Answer post(SSLContext context, URI uri, byte[] body) throws Exception {
    PoolingHttpClientConnectionManagerBuilder connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setTlsSocketStrategy(new DefaultClientTlsStrategy(context));
    HttpPost request = new HttpPost(uri);
    request.setEntity(HttpEntities.create(body, ContentType.APPLICATION_OCTET_STREAM));
    HttpClientContext seen = HttpClientContext.create();
    try (CloseableHttpClient client =
        HttpClients.custom().setConnectionManager(connections.build()).build()) {
      return client.execute(
          request,
          seen,
          response ->
              new Answer(
                  response.getHeader(EchoServer.SEEN).getValue(),
                  EntityUtils.toByteArray(response.getEntity()),
                  seen.getSSLSession()));
    }
  }

  @Override
  boolean speaksHttp2() {
    return false;
  }

  @Override
  Class<? extends IOException> wrongHost() {
    return SSLHandshakeException.class;
  }
}
