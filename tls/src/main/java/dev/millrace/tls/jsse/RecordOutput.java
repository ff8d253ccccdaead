package dev.millrace.tls.jsse;

import dev.millrace.tls.connection.Connection;
import dev.millrace.tls.failure.TlsFailure;
import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/// Puts records into the stream of a plain socket, in the order in which they were made.
///
/// One thread writes at a time. Others that write wait for it; others that only want to see gone
/// what the connection itself has to say leave that to it, since it looks for that once more when
/// it is done. So nobody who reads ever waits for a peer that does not. The same goes for the end
/// of the stream, which comes after all that.
final class RecordOutput {
  private static final int BUFFERED_RECORDS = 4;

  private final Layer layer;
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicBoolean endDue = new AtomicBoolean();
  private ByteBuffer network = ByteBuffer.allocate(0);
  private boolean broken;

  RecordOutput(Layer layer) {
    this.layer = layer;
  }

  /// Writes the records that wait, or leaves them to the thread that is writing.
  void flush(Connection connection) throws IOException {
    while ((connection.hasOutgoing() || endDue.get()) && writing.tryLock()) {
      try {
        drain(connection);
        if (endDue.getAndSet(false)) {
          layer.socket().shutdownOutput();
        }
      } finally {
        writing.unlock();
      }
    }
  }

  /// Ends the stream after the records that wait, or leaves that to the thread that is writing.
  void end(Connection connection) throws IOException {
    endDue.set(true);
    flush(connection);
  }

  /// Writes application data, all of it.
  ///
  /// @throws SocketException if no more can be sent
  void write(Connection connection, byte[] bytes, int offset, int length)
      throws IOException, TlsFailure {
    ByteBuffer source = ByteBuffer.wrap(bytes, offset, length);
    ByteBuffer[] sources = {source};
    writing.lock();
    try {
      drain(connection);
      while (source.hasRemaining()) {
        reserve(connection, source.remaining());
        network.clear();
        seal(connection, sources);
        writeOut();
      }
    } finally {
      writing.unlock();
    }
  }

  private static boolean isClosed(Connection connection) {
    return connection.isOutboundClosed();
  }

  private void seal(Connection connection, ByteBuffer[] sources)
      throws SocketException, TlsFailure {
    if (isClosed(connection)) {
      throw new SocketException("the output is shut down");
    }
    try {
      connection.send(sources, 0, 1, network);
    } catch (IllegalStateException e) {
      SocketException closed = new SocketException("the output has just been shut down");
      closed.initCause(e);
      throw closed;
    }
  }

  private void drain(Connection connection) throws IOException {
    while (connection.hasOutgoing()) {
      reserve(connection, 1);
      network.clear();
      connection.poll(network);
      writeOut();
    }
  }

  /// Room for one record, and for several where more is to be written than fits into one.
  private void reserve(Connection connection, int plaintext) {
    int record = connection.maxPacket();
    int wanted = plaintext < record ? record : BUFFERED_RECORDS * record;
    if (network.capacity() < wanted) {
      network = ByteBuffer.allocate(wanted);
    }
  }

  /// After a write that failed, nobody knows what the peer has; nothing may follow.
  private void writeOut() throws IOException {
    if (broken) {
      throw new SocketException("an earlier write failed");
    }
    broken = true;
    OutputStream stream = layer.socket().getOutputStream();
    stream.write(network.array(), 0, network.position());
    stream.flush();
    broken = false;
  }
}
