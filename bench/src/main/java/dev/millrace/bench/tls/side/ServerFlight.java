package dev.millrace.bench.tls.side;

import java.nio.ByteBuffer;

/// What a server's first flight says in the clear about the handshake.
///
/// @param suite the cipher suite's number
/// @param group the number of the group that keys are exchanged in; 0 where they are not
/// @param resumed whether it takes up an earlier session
record ServerFlight(int suite, int group, boolean resumed) {
  private static final byte HANDSHAKE = 22;
  private static final int SERVER_HELLO = 2;
  private static final int CERTIFICATE = 11;
  private static final int SERVER_KEY_EXCHANGE = 12;
  private static final int PRE_SHARED_KEY = 41;
  private static final int KEY_SHARE = 51;
  private static final int RANDOM_LENGTH = 32;

  /// Reads all that was written to the buffer, and leaves its position as it is. In TLS 1.2 a
  /// handshake without a Certificate resumes; in TLS 1.3, where the Certificate cannot be seen, one
  /// whose ServerHello has a `pre_shared_key` does.
  static ServerFlight parse(ByteBuffer written, Version version) {
    ByteBuffer messages = plaintext(written.duplicate().flip());
    int suite = 0;
    int group = 0;
    boolean certificate = false;
    boolean preShared = false;
    while (messages.hasRemaining()) {
      int header = messages.getInt();
      ByteBuffer body = next(messages, header & 0xffffff);
      switch (header >>> 24) {
        case SERVER_HELLO -> {
          next(body, Short.BYTES + RANDOM_LENGTH);
          next(body, body.get());
          suite = body.getChar();
          body.get();
          ByteBuffer extensions = next(body, body.getChar());
          while (extensions.hasRemaining()) {
            int type = extensions.getChar();
            ByteBuffer extension = next(extensions, extensions.getChar());
            preShared |= type == PRE_SHARED_KEY;
            group = type == KEY_SHARE ? extension.getChar() : group;
          }
        }
        case CERTIFICATE -> certificate = true;
        case SERVER_KEY_EXCHANGE -> group = body.getChar(1);
        default -> {}
      }
    }
    return new ServerFlight(suite, group, version == Version.TLS_1_3 ? preShared : !certificate);
  }

  /// The handshake messages before the first record that is none.
  private static ByteBuffer plaintext(ByteBuffer records) {
    ByteBuffer messages = ByteBuffer.allocate(records.remaining());
    while (records.hasRemaining() && records.get() == HANDSHAKE) {
      records.getChar();
      messages.put(next(records, records.getChar()));
    }
    return messages.flip();
  }

  private static ByteBuffer next(ByteBuffer from, int length) {
    ByteBuffer part = from.slice(from.position(), length);
    from.position(from.position() + length);
    return part;
  }
}
