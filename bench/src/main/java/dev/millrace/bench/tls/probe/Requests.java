package dev.millrace.bench.tls.probe;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.tls.side.Kind;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.SocketContender;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLSocket;

/// [Load.Requests]: clients that make a connection for each request, in several threads, each with
/// a context of its own.
final class Requests implements Probe {
  private static final int PORTS = 60_000;

  private final Kind kind;
  private final int port;
  private final List<SocketContender> clients = new ArrayList<>();
  private final Crew crew = new Crew(Load.Requests.THREADS);
  private int count;

  private Requests(Kind kind, int port) {
    this.kind = kind;
    this.port = port;
  }

  static Probe open(Side side, Path folder, Load.Requests load)
      throws IOException, GeneralSecurityException {
    Requests requests = new Requests(load.kind(), load.port());
    for (int i = 0; i < Load.Requests.THREADS; i++) {
      SocketContender client = side.sockets(folder, load.kind().terms());
      requests.clients.add(client);
      if (load.kind().resumed()) {
        requests.request(client);
      }
    }
    return requests;
  }

  @Override
  public Answer run(long nanos) throws IOException, InterruptedException {
    Validations validations = new Validations(clients, kind.resumed());
    List<Meter> meters =
        crew.run(
            clients.stream()
                .<Callable<Meter>>map(client -> () -> Meter.run(nanos, () -> request(client)))
                .toList());
    long requests = meters.stream().mapToLong(Meter::count).sum();
    validations.check(requests);
    return new Answer(
        Map.of(
            Answer.RATE,
            meters.stream().mapToDouble(Meter::perSecond).sum(),
            Load.Requests.COUNT,
            (double) requests));
  }

  private void request(SocketContender client) throws IOException {
    int sessionPort = kind.resumed() ? 1 : next();
    try (SSLSocket connection = client.connect(port, sessionPort)) {
      connection.getOutputStream().write(new byte[Server.REQUEST]);
      int length = connection.getInputStream().readNBytes(Server.ANSWER).length;
      if (length != Server.ANSWER) {
        throw new IOException("an answer of %d bytes".formatted(length));
      }
    }
  }

  private synchronized int next() {
    return 1 + count++ % PORTS;
  }
}
