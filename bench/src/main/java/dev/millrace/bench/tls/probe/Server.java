package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.SocketContender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// [Load.Serve]: a plain blocking server that answers one request on each connection with 1 KB and
/// closes it. Serves until the JVM ends; a round of it only tells its port.
final class Server {
  static final int REQUEST = 16;
  static final int ANSWER = 1024;

  private final SSLServerSocket listener;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

  private Server(SSLServerSocket listener) {
    this.listener = listener;
  }

  static Probe open(Side side, Path folder, Load.Serve load)
      throws IOException, GeneralSecurityException {
    SocketContender contender = side.sockets(folder, load.kind().terms());
    Server server = new Server(contender.listen());
    server.threads.execute(server::accept);
    return _ -> new Answer(Map.of(Load.Serve.PORT, (double) server.listener.getLocalPort()));
  }

  private void accept() {
    try {
      while (true) {
        SSLSocket connection = (SSLSocket) listener.accept();
        threads.execute(() -> answer(connection));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What fails here, fails at the client too, who tells.
  private static void answer(SSLSocket connection) {
    try (connection) {
      connection.setTcpNoDelay(true);
      connection.getInputStream().readNBytes(REQUEST);
      connection.getOutputStream().write(new byte[ANSWER]);
    } catch (IOException e) {
      System.err.println(e);
    }
  }
}
