package dev.millrace.bench.growth;

/// What goes between nodes and ZooKeeper servers, both ways.
///
/// @param bytes without the headers of TCP and below
record Traffic(long messages, long bytes) {
  static Traffic message(long bytes) {
    return new Traffic(1, bytes);
  }

  Traffic and(Traffic other) {
    return new Traffic(messages + other.messages, bytes + other.bytes);
  }

  Traffic times(long count) {
    return new Traffic(count * messages, count * bytes);
  }
}
