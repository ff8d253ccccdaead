package dev.millrace.conformance.shim;

import dev.millrace.conformance.exchange.Shim;
import dev.millrace.conformance.exchange.Shim.Answer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Does the work of many shims in one JVM: a launcher connects, sends its arguments and gets what
/// it is to print and to exit with.
///
/// Request: the number of arguments in decimal digits, then the arguments. Answer: the exit status
/// in decimal digits, standard output, standard error. Each item ends with a NUL byte, and a byte
/// stands for a character as in ISO 8859-1.
///
/// Each request has a virtual thread. If the launcher goes away before its answer, because the
/// runner killed it, that thread is interrupted, which closes the socket of the test.
public final class ShimServer implements Closeable {
  private static final int BACKLOG = 1024;
  private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

  private final Shim shim;
  private final ServerSocket socket;

  private ShimServer(Shim shim, ServerSocket socket) {
    this.shim = shim;
    this.socket = socket;
  }

  /// Starts a server on a free port of the loopback interface.
  public static ShimServer start(Shim shim) throws IOException {
    var server = new ShimServer(shim, new ServerSocket(0, BACKLOG, LOOPBACK));
    Thread.ofVirtual().name("shim-server").start(server::accept);
    return server;
  }

  public int port() {
    return socket.getLocalPort();
  }

  /// Takes no further requests; those under way go on.
  @Override
  public void close() throws IOException {
    socket.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket launcher = socket.accept();
        Thread.ofVirtual().name("shim").start(() -> serve(launcher));
      }
    } catch (IOException _) {
      // It was closed.
    }
  }

  private void serve(Socket launcher) {
    try (launcher) {
      var in = new BufferedInputStream(launcher.getInputStream());
      List<String> arguments = readRequest(in);
      Thread worker = Thread.currentThread();
      Thread.ofVirtual().name("shim-watch").start(() -> interruptAtEnd(in, worker));
      Answer answer = shim.run(arguments);
      launcher.getOutputStream().write(encode(answer));
    } catch (IOException _) {
      // Nobody is there any more to be told.
      Thread.currentThread().interrupt();
    }
  }

  private static void interruptAtEnd(InputStream in, Thread worker) {
    try {
      while (in.read() >= 0) {}
    } catch (IOException _) {
      // As good as an end.
    }
    worker.interrupt();
  }

  static List<String> readRequest(InputStream in) throws IOException {
    int count = Integer.parseInt(readItem(in));
    var arguments = new ArrayList<String>(count);
    for (int i = 0; i < count; i++) {
      arguments.add(readItem(in));
    }
    return arguments;
  }

  private static String readItem(InputStream in) throws IOException {
    var item = new ByteArrayOutputStream();
    for (int next; (next = in.read()) != 0; ) {
      if (next < 0) {
        throw new EOFException("a request ended early");
      }
      item.write(next);
    }
    return item.toString(StandardCharsets.ISO_8859_1);
  }

  static byte[] encode(Answer answer) {
    return "%d\0%s\0%s\0"
        .formatted(answer.status(), answer.out(), answer.err())
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
