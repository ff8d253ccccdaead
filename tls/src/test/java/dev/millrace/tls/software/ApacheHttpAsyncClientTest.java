package dev.millrace.tls.software;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ContentType;

/// Apache HttpClient 5 with engines.
class ApacheHttpAsyncClientTest extends HttpClientContract {
  @Override
  Answer post(SSLContext context, URI uri, byte[] body) throws Exception {
    PoolingAsyncClientConnectionManagerBuilder connections =
        PoolingAsyncClientConnectionManagerBuilder.create()
            .setTlsStrategy(new DefaultClientTlsStrategy(context));
    SimpleHttpRequest request =
        SimpleRequestBuilder.post(uri).setBody(body, ContentType.APPLICATION_OCTET_STREAM).build();
    HttpClientContext seen = HttpClientContext.create();
    try (CloseableHttpAsyncClient client =
        HttpAsyncClients.custom().setConnectionManager(connections.build()).build()) {
      client.start();
      SimpleHttpResponse response = client.execute(request, seen, null).get();
      return new Answer(
          response.getHeader(EchoServer.SEEN).getValue(),
          response.getBodyBytes(),
          seen.getSSLSession());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : e;
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
