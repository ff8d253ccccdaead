package dev.millrace.bench.s3.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/// OkHttp, with TCP_NODELAY, which it does not set: its TLS handshakes would wait for
/// acknowledgements that are late on purpose.
final class SquareClient {
  private SquareClient() {}

  static Client open(int connections) {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(4 * connections, 1, TimeUnit.HOURS))
            .followRedirects(false)
            .protocols(List.of(Protocol.HTTP_1_1))
            .retryOnConnectionFailure(false)
            .socketFactory(new WithoutDelay())
            .build();
    return object -> {
      Request request =
          new Request.Builder()
              .url(object.toString())
              // It would ask for gzip by itself.
              .header("Accept-Encoding", "identity")
              .build();
      return sink -> {
        try (Response response = client.newCall(request).execute()) {
          sink.drain(response.body().byteStream());
        }
      };
    };
  }

  /// OkHttp connects its sockets itself.
  private static final class WithoutDelay extends SocketFactory {
    @Override
    public Socket createSocket() throws IOException {
      Socket socket = new Socket();
      socket.setTcpNoDelay(true);
      return socket;
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }
  }
}
