package dev.millrace.gateway;

import dev.millrace.s3.testing.ScriptedServer;
import java.io.IOException;
import java.net.Socket;

/// What an S3 service says of an object: of one that is `0123456789`, unless another size is given.
final class ScriptedObject {
  /// More than the gateway sends at once.
  static final int LARGE = 100_000;

  static final String[] FACTS = facts(10);
  static final String[] BYTES = bytes(10);

  private ScriptedObject() {}

  static String[] facts(int size) {
    return new String[] {
      "HTTP/1.1 200 OK",
      "Content-Length: " + size,
      "ETag: \"1\"",
      "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT"
    };
  }

  static String[] bytes(int size) {
    return new String[] {
      "HTTP/1.1 206 Partial Content",
      "Content-Length: " + size,
      "Content-Range: bytes 0-%d/%d".formatted(size - 1, size),
      "ETag: \"1\"",
      "Last-Modified: Sat, 21 Nov 2026 11:10:00 GMT"
    };
  }

  /// Answers a request for the object, or for what the gateway probes with.
  static void serve(String head, Socket client) throws IOException {
    if (head.startsWith("HEAD /mill ") || head.startsWith("HEAD /mill/ ")) {
      ScriptedServer.write(client, "", "HTTP/1.1 200 OK", "Content-Length: 0");
    } else if (head.startsWith("HEAD")) {
      ScriptedServer.write(client, "", FACTS);
    } else {
      ScriptedServer.write(client, "0123456789", BYTES);
    }
  }
}
