package dev.millrace.tls.connection;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.record.Opened;
import dev.millrace.tls.record.Records;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.ByteBuffer;

/// Takes one record at a time out of the transport's bytes, and gives what is in it to whom it
/// concerns. Called with the inbound lock of the [Connection].
final class Reception {
  private final Connection connection;
  private final Inbound inbound;
  private final Handshaking handshaking;

  Reception(Connection connection, Inbound inbound, Handshaking handshaking) {
    this.connection = connection;
    this.inbound = inbound;
    this.handshaking = handshaking;
  }

  /// Takes one whole record.
  ///
  /// @return bytes of application data that were put into the buffers
  int take(ByteBuffer src, ByteBuffer[] dsts, int offset, int length) throws TlsFailure {
    int size = inbound.recordLength(src);
    byte[] copy = src.hasArray() ? null : Buffers.POOL.take();
    byte[] out = Buffers.POOL.take();
    int wiped = inbound.maxPlaintext(size);
    try {
      byte[] in = copy == null ? src.array() : copy;
      int start = copy == null ? src.arrayOffset() + src.position() : 0;
      if (copy != null) {
        src.get(src.position(), copy, 0, size);
      }
      src.position(src.position() + size);
      if (Records.outerType(in, start) == ContentType.CHANGE_CIPHER_SPEC
          && handshaking.ignoresChangeCipherSpec()) {
        inbound.ignoreChangeCipherSpec(in, start, size);
        return 0;
      }
      Opened opened = inbound.open(in, start, size, out);
      return opened == null ? 0 : dispatch(opened, out, dsts, offset, length);
    } finally {
      Buffers.POOL.giveWiped(out, wiped);
      if (copy != null) {
        Buffers.POOL.give(copy);
      }
    }
  }

  private int dispatch(Opened opened, byte[] content, ByteBuffer[] dsts, int offset, int length)
      throws TlsFailure {
    switch (opened.type()) {
      case APPLICATION_DATA -> {
        onData(opened.length());
        Buffers.scatter(content, opened.length(), dsts, offset, length);
        return opened.length();
      }
      case HANDSHAKE -> {
        inbound.joiner().add(content, 0, opened.length());
        inbound.progress();
      }
      case ALERT -> {
        boolean tls13 = connection.version() == ProtocolVersion.TLS_1_3;
        if (inbound.alert(content, opened.length(), tls13)) {
          connection.onCloseNotify();
        }
      }
      case CHANGE_CIPHER_SPEC -> {
        Inbound.requireChangeCipherSpec(content, 0, opened.length());
        connection.onChangeCipherSpec();
      }
    }
    return 0;
  }

  private void onData(int length) throws TlsFailure {
    if (inbound.takesEarlyData()) {
      inbound.earlyData(length);
    } else if (!connection.isEstablished()) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_RECORD, "application data");
    }
    if (length > 0) {
      handshaking.onData();
      inbound.progress();
    }
  }
}
