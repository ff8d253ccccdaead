package dev.millrace.s3.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// What the client makes of bytes that a server sends.
///
/// @param body one character per byte
/// @param reusable whether the connection could serve again
record Parsed(
    int status, String reason, String headers, String body, String trailers, boolean reusable) {
  private static final Route ROUTE = new Route(false, "host", 80, null);
  private static final Buffers BUFFERS = new Buffers(Input.LONGEST_LINE + 2048);

  /// What it makes of the answer to a GET, of which each character is a byte.
  static Parsed of(String answer) throws IOException {
    return of(Fetch.GET, List.of(answer.getBytes(ISO_8859_1)), 8192);
  }

  /// @param pieces in which the answer comes
  /// @param room how many bytes the reader of the body asks for at a time
  static Parsed of(HttpRequest request, List<byte[]> pieces, int room) throws IOException {
    Wire wire = new ScriptedWire(pieces);
    Input input = new Input(wire, BUFFERS);
    Connection connection =
        new Connection(
            ROUTE, InetAddress.ofLiteral("127.0.0.1"), wire, input, HttpSettings.builder().build());
    connection.setAtWork(true);
    try {
      ResponseHead head = connection.exchange(request, true);
      Body body = Body.of(Framing.of(request, head), input);
      String content = new String(all(body, room), ISO_8859_1);
      return new Parsed(
          head.status(),
          head.reason(),
          head.headers().toString(),
          content,
          body.trailers().toString(),
          head.persistent() && body.isWhole() && connection.isReusable());
    } finally {
      connection.setAtWork(false);
    }
  }

  /// `answer` in pieces of at most that many bytes.
  static List<byte[]> cut(String answer, int length) {
    List<byte[]> pieces = new ArrayList<>();
    for (int i = 0; i < answer.length(); i += length) {
      pieces.add(answer.substring(i, Math.min(answer.length(), i + length)).getBytes(ISO_8859_1));
    }
    return pieces;
  }

  private static byte[] all(Body body, int room) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer some = ByteBuffer.allocate(room);
    while (body.read(some.clear()) >= 0) {
      all.write(some.array(), 0, some.position());
    }
    return all.toByteArray();
  }
}
