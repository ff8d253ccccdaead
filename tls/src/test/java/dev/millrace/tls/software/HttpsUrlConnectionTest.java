package dev.millrace.tls.software;

import java.io.IOException;
import java.net.URI;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/// The JDK's [HttpsURLConnection], which layers a socket over one that is connected.
class HttpsUrlConnectionTest extends HttpClientContract {
  @Override
  Answer post(SSLContext context, URI uri, byte[] body) throws Exception {
    HttpsURLConnection connection = (HttpsURLConnection) uri.toURL().openConnection();
    connection.setSSLSocketFactory(context.getSocketFactory());
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(body.length);
    try {
      connection.getOutputStream().write(body);
      return new Answer(
          connection.getHeaderField(EchoServer.SEEN),
          connection.getInputStream().readAllBytes(),
          connection.getSSLSession().orElseThrow());
    } finally {
      connection.disconnect();
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
