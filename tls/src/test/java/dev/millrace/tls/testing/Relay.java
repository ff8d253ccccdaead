package dev.millrace.tls.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// Stands between clients and a server and passes on what they say, until a cut ends it.
///
/// Safe for use by several threads.
public final class Relay implements AutoCloseable {
  private final ServerSocket listener;
  private final int target;
  private final Map<Integer, Cut> cuts = new ConcurrentHashMap<>();
  private final List<Passage> passages = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  /// Which way bytes go.
  public enum Way {
    TO_SERVER,
    TO_CLIENT
  }

  /// How a connection ends.
  public enum End {
    /// Both sides see the other end what it sends.
    CLOSE,
    /// Both sides see an error.
    RESET,
    /// Nothing more is passed on that way, and the client is told aside.
    STALL
  }

  /// Where a connection is cut.
  ///
  /// @param bytes that are passed on that way, all of them, before the end
  /// @param stalled is run when it stalls
  public record Cut(Way way, int bytes, End end, Runnable stalled) {}

  /// A relay to a server.
  ///
  /// @param port of the server, on this machine
  public Relay(int port) throws IOException {
    listener = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
    target = port;
    start(this::accept);
  }

  /// Where clients find it.
  public int port() {
    return listener.getLocalPort();
  }

  /// Has the connection cut that comes from a port.
  public void cut(int clientPort, Cut cut) {
    cuts.put(clientPort, cut);
  }

  /// The connections so far, in their order.
  public List<Passage> passages() {
    return List.copyOf(passages);
  }

  private void start(Runnable work) {
    threads.add(Thread.ofVirtual().start(work));
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Passage passage = new Passage(client, new Socket(), cuts.get(client.getPort()));
        passages.add(passage);
        start(passage::toServer);
      }
    } catch (IOException e) {
      // It was closed.
    }
  }

  /// Ends all connections, and waits for the threads.
  @Override
  public void close() throws IOException {
    listener.close();
    passages.forEach(Passage::end);
    try {
      for (Thread each : threads) {
        each.join();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /// One connection.
  public final class Passage {
    private final Socket client;
    private final Socket server;
    private final @Nullable Cut cut;
    private final ByteArrayOutputStream saidByClient = new ByteArrayOutputStream();
    private final ByteArrayOutputStream saidByServer = new ByteArrayOutputStream();

    private Passage(Socket client, Socket server, @Nullable Cut cut) {
      this.client = client;
      this.server = server;
      this.cut = cut;
    }

    /// What the client has said so far.
    public byte[] saidByClient() {
      return saidByClient.toByteArray();
    }

    /// What the server has said so far.
    public byte[] saidByServer() {
      return saidByServer.toByteArray();
    }

    private void toServer() {
      try {
        server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      } catch (IOException e) {
        end();
        return;
      }
      start(() -> pass(server, client, Way.TO_CLIENT, saidByServer));
      pass(client, server, Way.TO_SERVER, saidByClient);
    }

    private void pass(Socket from, Socket to, Way way, ByteArrayOutputStream said) {
      int left = cut != null && cut.way == way ? cut.bytes : Integer.MAX_VALUE;
      byte[] bytes = new byte[16 * 1024];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        while (left > 0) {
          int count = in.read(bytes, 0, Math.min(bytes.length, left));
          if (count < 0) {
            to.shutdownOutput();
            return;
          }
          said.write(bytes, 0, count);
          left -= count;
          out.write(bytes, 0, count);
        }
        if (cut != null && cut.end == End.STALL) {
          cut.stalled.run();
          in.transferTo(OutputStream.nullOutputStream());
        }
        end();
      } catch (IOException e) {
        end();
      }
    }

    private void end() {
      for (Socket each : new Socket[] {client, server}) {
        try (each) {
          if (cut != null && cut.end == End.RESET && each.isConnected()) {
            each.setSoLinger(true, 0);
          }
        } catch (IOException e) {
          // It has ended already.
        }
      }
    }
  }
}
