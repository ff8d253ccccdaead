package dev.millrace.tls.connection;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.record.Opened;
import dev.millrace.tls.record.RecordBuffers;
import dev.millrace.tls.record.Records;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.ByteBuffer;
import java.util.Arrays;

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
    if (src.hasArray()) {
      int start = src.arrayOffset() + src.position();
      Buffers.skip(src, size);
      return take(src.array(), start, size, dsts, offset, length);
    }
    byte[] copy = RecordBuffers.SINGLE.take();
    try {
      src.get(copy, 0, size);
      return take(copy, 0, size, dsts, offset, length);
    } finally {
      RecordBuffers.SINGLE.give(copy);
    }
  }

  private int take(byte[] in, int start, int size, ByteBuffer[] dsts, int offset, int length)
      throws TlsFailure {
    if (Records.outerType(in, start) == ContentType.CHANGE_CIPHER_SPEC
        && handshaking.ignoresChangeCipherSpec()) {
      inbound.ignoreChangeCipherSpec(in, start, size);
      return 0;
    }
    int most = inbound.maxPlaintext(size);
    ByteBuffer dst = Buffers.withArray(dsts, offset, length, most, in);
    if (dst != null && takesData()) {
      return openInto(dst, in, start, size, most);
    }
    byte[] out = RecordBuffers.SINGLE.take();
    try {
      int produced = open(in, start, size, out, 0);
      Buffers.scatter(out, produced, dsts, offset, length);
      return produced;
    } finally {
      RecordBuffers.SINGLE.giveWiped(out, most);
    }
  }

  /// Opens a record where its data is to lie, which has room for all that is in it. Whatever is not
  /// application data, or came with a failure, is gone from there afterwards.
  private int openInto(ByteBuffer dst, byte[] in, int start, int size, int most) throws TlsFailure {
    int at = dst.arrayOffset() + dst.position();
    int produced = 0;
    try {
      produced = open(in, start, size, dst.array(), at);
      Buffers.skip(dst, produced);
      return produced;
    } finally {
      Arrays.fill(dst.array(), at + produced, at + most, (byte) 0);
    }
  }

  private boolean takesData() {
    return connection.isEstablished() || inbound.takesEarlyData();
  }

  /// @return bytes of application data in `out`; 0 for whatever else was there
  private int open(byte[] in, int start, int size, byte[] out, int at) throws TlsFailure {
    Opened opened = inbound.open(in, start, size, out, at);
    if (opened == null) {
      return 0;
    }
    switch (opened.type()) {
      case APPLICATION_DATA -> {
        onData(opened.length());
        return opened.length();
      }
      case HANDSHAKE -> {
        inbound.joiner().add(out, at, opened.length());
        inbound.progress();
      }
      case ALERT -> {
        boolean tls13 = connection.version() == ProtocolVersion.TLS_1_3;
        if (inbound.alert(out, at, opened.length(), tls13)) {
          connection.onCloseNotify();
        }
      }
      case CHANGE_CIPHER_SPEC -> {
        Inbound.requireChangeCipherSpec(out, at, opened.length());
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
