package dev.millrace.tls.software;

import dev.millrace.tls.jsse.TestContexts;
import dev.millrace.tls.testing.TestIdentity;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/// OkHttp, which checks host names itself.
class OkHttpTest extends HttpClientContract {
  @Override
  Answer post(SSLContext context, URI uri, byte[] body) throws Exception {
    AtomicReference<SSLSession> session = new AtomicReference<>();
    OkHttpClient client =
        new OkHttpClient.Builder()
            .sslSocketFactory(context.getSocketFactory(), anyTrustManager())
            .addNetworkInterceptor(chain -> {
              session.set(((SSLSocket) chain.connection().socket()).getSession());
              return chain.proceed(chain.request());
            })
            .build();
    Request request = new Request.Builder().url(uri.toURL()).post(RequestBody.create(body)).build();
    try (Response response = client.newCall(request).execute()) {
      return new Answer(response.header(EchoServer.SEEN), response.body().bytes(), session.get());
    } finally {
      client.connectionPool().evictAll();
    }
  }

  /// For chains that it completes for pins, of which there are none: trust is the context's.
  private static X509TrustManager anyTrustManager() throws Exception {
    TestIdentity identity = TestIdentity.of(TestIdentity.Kind.P256);
    return (X509TrustManager) TestContexts.trustManagers(identity)[0];
  }

  @Override
  boolean speaksHttp2() {
    return true;
  }

  @Override
  Class<? extends IOException> wrongHost() {
    return SSLPeerUnverifiedException.class;
  }
}
