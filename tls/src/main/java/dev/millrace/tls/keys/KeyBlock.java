package dev.millrace.tls.keys;

/// What TLS 1.2 protects the records of both directions with (RFC 5246, section 6.3).
public record KeyBlock(RecordKeys client, RecordKeys server) implements AutoCloseable {
  @Override
  public void close() {
    client.close();
    server.close();
  }
}
