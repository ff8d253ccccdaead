package dev.millrace.bench.gateway;

import java.util.List;
import java.util.stream.Stream;

/// One thing to measure.
///
/// @param connections how many clients ask at the same time
record GatewayCase(SampleObject object, Connection connection, int connections) {
  static final List<GatewayCase> ALL =
      Stream.of(SampleObject.values())
          .flatMap(object -> Stream.of(Connection.values()).map(c -> of(object, c)))
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

  /// Few connections carry large objects: a round ends with a request under way on each, and what
  /// was sent of those is not counted.
  static GatewayCase of(SampleObject object, Connection connection) {
    return new GatewayCase(object, connection, object == SampleObject.LARGE ? 4 : 32);
  }

  String words() {
    return "size=%s conn=%s".formatted(object.fileName(), connection.word);
  }
}
