package dev.millrace.tls.jsse;

import dev.millrace.tls.connection.Connection;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.record.RecordBuffers;
import dev.millrace.tls.record.Records;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Takes records from the stream of a plain socket, and keeps what the application has not read
/// yet.
///
/// While nothing is there of either, neither array is: a thread that waits for a record waits for
/// its header alone, and takes the array for the rest when that has come.
///
/// One thread reads at a time; the others wait.
final class RecordInput {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /// What is left unread in a socket that is closed makes TCP tell the peer of an error, and lose
  /// what it has not delivered yet; up to this much is read for that.
  private static final int MAX_DISCARDED = 1 << 18;

  private final ConnectionEnd end;
  private final Layer layer;
  private final ReentrantLock reading = new ReentrantLock();
  private @Nullable InputStream stream;
  private volatile boolean forgotten;

  /// Where a record begins to come.
  private final byte[] header = new byte[Records.HEADER_LENGTH];

  /// Between position and limit, what has come and was not opened.
  private ByteBuffer network = NOTHING;

  /// Between position and limit, what was opened and not read.
  private ByteBuffer plain = NOTHING;

  RecordInput(ConnectionEnd end, Layer layer) {
    this.end = end;
    this.layer = layer;
  }

  /// Receives one record, waiting for it, and processes the messages in it.
  void receive(Connection connection) throws IOException, TlsFailure {
    reading.lock();
    try {
      receiveOne(connection);
    } finally {
      leave();
    }
  }

  /// Reads at least one byte of application data, or returns -1 at its end.
  int read(Connection connection, byte[] bytes, int offset, int length)
      throws IOException, TlsFailure {
    reading.lock();
    try {
      while (!plain.hasRemaining()) {
        if (connection.isInboundClosed()) {
          TlsFailure failure = connection.failure();
          if (failure != null) {
            throw failure;
          }
          return -1;
        }
        receiveOne(connection);
      }
      return take(bytes, offset, length);
    } finally {
      leave();
    }
  }

  /// Application data goes through an array of ours, since nothing may change in the application's
  /// behind what was read, where the end of a record would lie.
  private int take(byte[] bytes, int offset, int length) {
    int count = Math.min(plain.remaining(), length);
    int start = plain.position();
    plain.get(bytes, offset, count);
    Arrays.fill(plain.array(), start, start + count, (byte) 0);
    releasePlain();
    return count;
  }

  /// Bytes that wait to be read; 0 while another thread reads.
  int available() {
    if (!reading.tryLock()) {
      return 0;
    }
    try {
      return plain.remaining();
    } finally {
      leave();
    }
  }

  /// Zeroes what was opened and not read, and keeps nothing; if somebody reads, when they are done.
  void forget() {
    forgotten = true;
    if (reading.tryLock()) {
      try {
        Arrays.fill(plain.array(), plain.position(), plain.limit(), (byte) 0);
        plain.position(plain.limit());
        releasePlain();
        network.position(network.limit());
        releaseNetwork();
      } finally {
        reading.unlock();
      }
    }
  }

  /// Gives the lock back. Whoever could not get it to forget has said so before.
  private void leave() {
    reading.unlock();
    if (forgotten) {
      forget();
    }
  }

  /// Reads and forgets what the plain socket has already, unless somebody reads from it.
  void discardAvailable() throws IOException {
    if (reading.tryLock()) {
      try {
        InputStream in = stream();
        if (in.available() > 0) {
          byte[] chunk = RecordBuffers.SINGLE.take();
          try {
            discard(in, chunk);
          } finally {
            RecordBuffers.SINGLE.give(chunk);
          }
        }
      } finally {
        leave();
      }
    }
  }

  private static void discard(InputStream in, byte[] chunk) throws IOException {
    int discarded = 0;
    while (discarded < MAX_DISCARDED && in.available() > 0) {
      int count = in.read(chunk, 0, Math.min(chunk.length, in.available()));
      if (count < 0) {
        return;
      }
      discarded += count;
    }
  }

  /// Reads and forgets what the peer sends, until it has closed its direction, unless somebody
  /// reads from it.
  void discardRest(Connection connection) throws IOException, TlsFailure {
    if (reading.tryLock()) {
      try {
        while (!connection.isInboundClosed()) {
          receiveOne(connection);
        }
      } finally {
        leave();
      }
    }
  }

  /// Receives one record. What is opened goes behind what is kept already: early data that came in
  /// a handshake.
  private void receiveOne(Connection connection) throws IOException, TlsFailure {
    try {
      int record = awaitRecord(connection);
      if (record < 0) {
        return;
      }
      if (connection.maxPlaintext(record) == 0) {
        connection.receive(network, new ByteBuffer[] {NOTHING}, 0, 1);
      } else {
        reserve(record);
        try {
          connection.receive(network, new ByteBuffer[] {plain}, 0, 1);
        } finally {
          plain.flip();
          releasePlain();
        }
      }
    } finally {
      releaseNetwork();
    }
    while (connection.hasMessage()) {
      end.process(connection);
    }
    end.answerClose(connection);
  }

  /// Has room for so many bytes behind those that are kept, ready to be put there.
  private void reserve(int most) {
    if (plain.capacity() == 0) {
      plain = ByteBuffer.wrap(RecordBuffers.SINGLE.take());
    } else if (plain.position() > 0 || plain.capacity() - plain.remaining() < most) {
      ByteBuffer roomier = ByteBuffer.allocate(plain.remaining() + most).put(plain.duplicate());
      Arrays.fill(plain.array(), plain.position(), plain.limit(), (byte) 0);
      release(plain.array());
      plain = roomier;
    } else {
      plain.compact();
    }
  }

  /// Gives back the array of what was opened, once all of it is read, and so zero.
  private void releasePlain() {
    if (!plain.hasRemaining()) {
      release(plain.array());
      plain = NOTHING;
    }
  }

  private void releaseNetwork() {
    if (!network.hasRemaining()) {
      release(network.array());
      network = NOTHING;
    }
  }

  private static void release(byte[] array) {
    if (array.length == RecordBuffers.BUFFER_LENGTH) {
      RecordBuffers.SINGLE.give(array);
    }
  }

  /// Reads until a whole record is there.
  ///
  /// @return its length; -1 if the peer ended without a word and may do so
  private int awaitRecord(Connection connection) throws IOException, TlsFailure {
    while (true) {
      int record = connection.recordLength(network);
      if (record >= 0 && network.remaining() >= record) {
        return record;
      }
      if ((network.hasRemaining() ? readMore() : readFirst()) < 0) {
        ended(connection);
        return -1;
      }
    }
  }

  private int readFirst() throws IOException {
    int count = stream().read(header, 0, header.length);
    if (count > 0) {
      network = ByteBuffer.wrap(RecordBuffers.SINGLE.take()).put(header, 0, count).flip();
    }
    return count;
  }

  private int readMore() throws IOException {
    network.compact();
    try {
      int count = stream().read(network.array(), network.position(), network.remaining());
      network.position(network.position() + Math.max(count, 0));
      return count;
    } finally {
      network.flip();
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
