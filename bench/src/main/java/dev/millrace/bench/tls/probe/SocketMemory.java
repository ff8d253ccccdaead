package dev.millrace.bench.tls.probe;

import dev.millrace.bench.harness.Crew;
import dev.millrace.bench.tls.side.Side;
import dev.millrace.bench.tls.side.SocketContender;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// [Load.Memory] of sockets over loopback: both ends of connections that are kept and do nothing.
final class SocketMemory {
  private final SocketContender contender;
  private final SSLServerSocket listener;
  private final Crew crew = new Crew(2);
  private final boolean resumed;
  private int count;

  private SocketMemory(SocketContender contender, boolean resumed) throws IOException {
    this.contender = contender;
    this.resumed = resumed;
    listener = contender.listen();
  }

  static Probe open(Side side, Path folder, Load.Memory load)
      throws IOException, GeneralSecurityException {
    SocketMemory sockets =
        new SocketMemory(side.sockets(folder, load.kind().terms()), load.kind().resumed());
    return _ -> sockets.hold(load.count());
  }

  private Answer hold(int size) throws IOException, InterruptedException {
    for (int i = 0; i < size; i++) {
      for (SSLSocket end : connect()) {
        end.close();
      }
    }
    Memory before = Memory.now();
    List<List<SSLSocket>> held = new ArrayList<>(size);
    try {
      for (int i = 0; i < size; i++) {
        held.add(connect());
      }
      return Memory.growth(before, Memory.now(), size);
    } finally {
      Reference.reachabilityFence(held);
    }
  }

  /// Both ends, after a byte went either way.
  private List<SSLSocket> connect() throws IOException, InterruptedException {
    SSLSocket client = contender.connect(listener.getLocalPort(), resumed ? 1 : 1 + count++);
    SSLSocket server = (SSLSocket) listener.accept();
    server.setTcpNoDelay(true);
    return crew.run(List.of(exchange(client), exchange(server)));
  }

  private static Callable<SSLSocket> exchange(SSLSocket end) {
    return () -> {
      end.getOutputStream().write(1);
      end.getInputStream().readNBytes(1);
      return end;
    };
  }
}
