package dev.millrace.bench.gateway;

import java.util.List;
import java.util.stream.Stream;

/// One thing to measure: GET of an object by [Load#CONNECTIONS] clients.
record GatewayCase(SampleObject object, Connection connection) {
  static final List<GatewayCase> ALL =
      Stream.of(SampleObject.values())
          .flatMap(object -> Stream.of(Connection.values()).map(c -> new GatewayCase(object, c)))
          .toList();

  /// Whether a client keeps its connection.
  enum Connection {
    /// Every request of a client comes on one connection.
    KEEP("keep"),
    /// Every request comes on a connection of its own.
    CLOSE("close");

    private final String word;

    Connection(String word) {
      this.word = word;
    }
  }

  String words() {
    return "size=%s conn=%s".formatted(object.fileName(), connection.word);
  }
}
