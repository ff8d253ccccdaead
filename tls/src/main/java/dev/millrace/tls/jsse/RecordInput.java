package dev.millrace.tls.jsse;

import dev.millrace.tls.connection.Connection;
import dev.millrace.tls.failure.TlsFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Takes records from the stream of a plain socket, and keeps what the application has not read
/// yet.
///
/// One thread reads at a time; the others wait.
final class RecordInput {
  private static final ByteBuffer[] NOTHING = {ByteBuffer.allocate(0)};

  /// What is left unread in a socket that is closed makes TCP tell the peer of an error, and lose
  /// what it has not delivered yet; up to this much is read for that.
  private static final int MAX_DISCARDED = 1 << 18;

  private final ConnectionEnd end;
  private final Layer layer;
  private final ReentrantLock reading = new ReentrantLock();
  private @Nullable InputStream stream;

  /// Between position and limit, what has come and was not opened.
  private ByteBuffer network = ByteBuffer.allocate(0);

  /// Between position and limit, what was opened and not read.
  private ByteBuffer plain = ByteBuffer.allocate(0);

  RecordInput(ConnectionEnd end, Layer layer) {
    this.end = end;
    this.layer = layer;
  }

  /// Receives one record, waiting for it, and processes the messages in it.
  void receive(Connection connection) throws IOException, TlsFailure {
    reading.lock();
    try {
      receive(connection, ByteBuffer.allocate(0));
    } finally {
      reading.unlock();
    }
  }

  /// Reads at least one byte of application data, or returns -1 at its end.
  int read(Connection connection, byte[] bytes, int offset, int length)
      throws IOException, TlsFailure {
    reading.lock();
    try {
      ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
      while (true) {
        if (plain.hasRemaining()) {
          int count = Math.min(plain.remaining(), length);
          int start = plain.position();
          plain.get(bytes, offset, count);
          Arrays.fill(plain.array(), start, start + count, (byte) 0);
          return count;
        }
        if (connection.isInboundClosed()) {
          TlsFailure failure = connection.failure();
          if (failure != null) {
            throw failure;
          }
          return -1;
        }
        if (receive(connection, target) > 0) {
          return target.position() - offset;
        }
      }
    } finally {
      reading.unlock();
    }
  }

  /// Bytes that wait to be read; 0 while another thread reads.
  int available() {
    if (!reading.tryLock()) {
      return 0;
    }
    try {
      return plain.remaining();
    } finally {
      reading.unlock();
    }
  }

  /// Zeroes what was opened and not read, unless somebody reads.
  void forget() {
    if (reading.tryLock()) {
      try {
        Arrays.fill(plain.array(), (byte) 0);
        plain.position(plain.limit());
      } finally {
        reading.unlock();
      }
    }
  }

  /// Reads and forgets what the plain socket has already, unless somebody reads from it.
  void discardAvailable() throws IOException {
    if (reading.tryLock()) {
      try {
        InputStream in = stream();
        byte[] chunk = new byte[4096];
        int discarded = 0;
        while (discarded < MAX_DISCARDED && in.available() > 0) {
          int count = in.read(chunk, 0, Math.min(chunk.length, in.available()));
          if (count < 0) {
            return;
          }
          discarded += count;
        }
      } finally {
        reading.unlock();
      }
    }
  }

  /// Reads and forgets what the peer sends, until it has closed its direction, unless somebody
  /// reads from it.
  void discardRest(Connection connection) throws IOException, TlsFailure {
    if (reading.tryLock()) {
      try {
        while (!connection.isInboundClosed()) {
          receive(connection, ByteBuffer.allocate(0));
        }
      } finally {
        reading.unlock();
      }
    }
  }

  /// @return bytes that were put into `target`; where it has not enough room for the record, all
  ///   are kept here instead, behind what is kept already: early data that came in a handshake
  private int receive(Connection connection, ByteBuffer target) throws IOException, TlsFailure {
    int record = awaitRecord(connection);
    if (record < 0) {
      return 0;
    }
    int most = connection.maxPlaintext(record);
    int produced = 0;
    if (most == 0) {
      connection.receive(network, NOTHING, 0, 1);
    } else if (target.remaining() >= most) {
      produced = connection.receive(network, new ByteBuffer[] {target}, 0, 1);
    } else {
      reserve(most);
      try {
        connection.receive(network, new ByteBuffer[] {plain}, 0, 1);
      } finally {
        plain.flip();
      }
    }
    while (connection.hasMessage()) {
      end.process(connection);
    }
    end.answerClose(connection);
    return produced;
  }

  /// Has room for so many bytes behind those that are kept, ready to be put there.
  private void reserve(int most) {
    if (plain.capacity() - plain.remaining() < most) {
      ByteBuffer roomier = ByteBuffer.allocate(plain.remaining() + most).put(plain);
      Arrays.fill(plain.array(), (byte) 0);
      plain = roomier;
    } else {
      plain.compact();
    }
  }

  /// Reads until a whole record is there.
  ///
  /// @return its length; -1 if the peer ended without a word and may do so
  private int awaitRecord(Connection connection) throws IOException, TlsFailure {
    if (network.capacity() == 0) {
      network = ByteBuffer.allocate(connection.maxPacket()).limit(0);
    }
    while (true) {
      int record = connection.recordLength(network);
      if (record >= 0 && network.remaining() >= record) {
        return record;
      }
      network.compact();
      int count;
      try {
        count = stream().read(network.array(), network.position(), network.remaining());
        network.position(network.position() + Math.max(count, 0));
      } finally {
        network.flip();
      }
      if (count < 0) {
        ended(connection);
        return -1;
      }
    }
  }

  private void ended(Connection connection) throws TlsFailure {
    boolean mayEnd =
        connection.isEstablished()
            && !network.hasRemaining()
            && !end.context().system().requireCloseNotify();
    if (mayEnd) {
      connection.receivedSilentEnd();
    } else {
      connection.receivedEnd();
    }
  }

  private InputStream stream() throws IOException {
    InputStream there = stream;
    if (there == null) {
      there = layer.input();
      stream = there;
    }
    return there;
  }
}
