package dev.millrace.bench.tls.side;

import java.nio.ByteBuffer;

/// What lies between two engines, for one connection after the other.
///
/// @param nothing what is wrapped where there is nothing to send
record Wire(
    ByteBuffer toServer,
    ByteBuffer toClient,
    ByteBuffer nothing,
    ByteBuffer oneByte,
    ByteBuffer plaintext) {
  private static final int SIZE = 1 << 17;

  static Wire of(Contender contender) {
    return new Wire(
        contender.buffer(SIZE),
        contender.buffer(SIZE),
        contender.buffer(0),
        contender.buffer(1),
        contender.buffer(SIZE));
  }

  void clear() {
    toServer.clear();
    toClient.clear();
    plaintext.clear();
  }
}
