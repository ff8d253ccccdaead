package dev.millrace.tls.jsse;

import dev.millrace.tls.connection.Connection;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.record.RecordBuffers;
import dev.millrace.tls.record.Records;
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
  private final Layer layer;
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicBoolean endDue = new AtomicBoolean();
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
        boolean fitsOne = source.remaining() <= Records.MAX_PLAINTEXT;
        RecordBuffers pool = fitsOne ? RecordBuffers.SINGLE : RecordBuffers.BATCH;
        byte[] out = pool.take();
        try {
          seal(connection, sources, out);
        } finally {
          pool.give(out);
        }
      }
    } finally {
      writing.unlock();
    }
  }

  private static boolean isClosed(Connection connection) {
    return connection.isOutboundClosed();
  }

  private void seal(Connection connection, ByteBuffer[] sources, byte[] out)
      throws IOException, TlsFailure {
    if (isClosed(connection)) {
      throw new SocketException("the output is shut down");
    }
    ByteBuffer records = ByteBuffer.wrap(out);
    try {
      connection.send(sources, 0, 1, records);
    } catch (IllegalStateException e) {
      SocketException closed = new SocketException("the output has just been shut down");
      closed.initCause(e);
      throw closed;
    }
    writeOut(out, records.position());
  }

  private void drain(Connection connection) throws IOException {
    while (connection.hasOutgoing()) {
      byte[] out = RecordBuffers.SINGLE.take();
      try {
        writeOut(out, connection.poll(ByteBuffer.wrap(out)));
      } finally {
        RecordBuffers.SINGLE.give(out);
      }
    }
  }

  /// After a write that failed, nobody knows what the peer has; nothing may follow.
  private void writeOut(byte[] out, int length) throws IOException {
    if (broken) {
      throw new SocketException("an earlier write failed");
    }
    broken = true;
    OutputStream stream = layer.socket().getOutputStream();
    stream.write(out, 0, length);
    stream.flush();
    broken = false;
  }
}
