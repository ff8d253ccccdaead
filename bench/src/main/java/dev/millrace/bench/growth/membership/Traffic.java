package dev.millrace.bench.growth.membership;

/// What goes between nodes and a ZooKeeper server, both ways.
///
/// @param bytes without the headers of TCP and below
public record Traffic(long messages, long bytes) {
  static final Traffic NONE = new Traffic(0, 0);

  Traffic and(Traffic other) {
    return new Traffic(messages + other.messages, bytes + other.bytes);
  }

  Traffic since(Traffic earlier) {
    return new Traffic(messages - earlier.messages, bytes - earlier.bytes);
  }

  Traffic times(long count) {
    return new Traffic(count * messages, count * bytes);
  }
}
