package dev.millrace.s3.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/// A server on 127.0.0.1 that answers every request with whatever bytes a test writes: one that
/// truncates, lies or stalls.
public final class ScriptedServer implements AutoCloseable {
  /// Answers requests. The connection lives on afterwards, unless the script closes it or throws.
  @FunctionalInterface
  public interface Script {
    /// Answers one request.
    ///
    /// @param head the request line and the headers, lines ended by CRLF
    void answer(String head, Socket client) throws IOException, InterruptedException;
  }

  private final String scheme;
  private final ServerSocket listener;
  private final Script script;
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final List<Socket> clients = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  private ScriptedServer(String scheme, ServerSocket listener, Script script) {
    this.scheme = scheme;
    this.listener = listener;
    this.script = script;
  }

  public static ScriptedServer start(Script script) throws IOException {
    return start("http", ServerSocketFactory.getDefault(), script);
  }

  /// One that speaks TLS.
  public static ScriptedServer start(SSLContext tls, Script script) throws IOException {
    return start("https", tls.getServerSocketFactory(), script);
  }

  private static ScriptedServer start(String scheme, ServerSocketFactory sockets, Script script)
      throws IOException {
    ServerSocket listener = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    ScriptedServer server = new ScriptedServer(scheme, listener, script);
    Thread.ofVirtual().start(server::accept);
    return server;
  }

  /// Sends the same bytes to all, whose lines are given without CRLF, and a body after them.
  public static ScriptedServer start(String body, String... headLines) throws IOException {
    return start((_, client) -> write(client, body, headLines));
  }

  /// Writes the lines of a head, an empty line, and `body`, one byte per character.
  public static void write(Socket client, String body, String... headLines) throws IOException {
    String answer = String.join("\r\n", headLines) + "\r\n\r\n" + body;
    client.getOutputStream().write(answer.getBytes(ISO_8859_1));
  }

  /// `http://127.0.0.1:PORT`, with `https` for one that speaks TLS.
  public URI endpoint() {
    return URI.create(scheme + "://127.0.0.1:" + listener.getLocalPort());
  }

  /// The heads of all requests so far.
  public List<String> heads() {
    return List.copyOf(heads);
  }

  /// How many connections there were so far.
  public int connections() {
    return connections.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        clients.add(client);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> converse(client));
      }
    } catch (IOException _) {
      // closed
    }
  }

  private void converse(Socket client) {
    try (client) {
      InputStream in = new BufferedInputStream(client.getInputStream());
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        heads.add(head);
        script.answer(head, client);
      }
    } catch (IOException | InterruptedException _) {
      // either side is done
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (int b = in.read(); b != -1; b = in.read()) {
      head.append((char) b);
      if (head.length() > 3 && head.indexOf("\r\n\r\n", head.length() - 4) >= 0) {
        return head.toString();
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket client : clients) {
      client.close();
    }
  }
}
