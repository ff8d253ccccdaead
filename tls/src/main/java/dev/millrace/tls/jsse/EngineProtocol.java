package dev.millrace.tls.jsse;

import dev.millrace.tls.connection.Connection;
import dev.millrace.tls.failure.TlsFailure;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// The calls of an SSLEngine, and what each answers.
///
/// The order of things is what applications have learnt from the JDK's engine. One record goes out
/// with a wrap while the handshake lasts, one comes in with an unwrap at any time. A message that
/// is dear to process becomes a task, which also processes what came with it, so that an
/// application that reads from its transport when the engine wants an unwrap never waits in vain.
/// `FINISHED` is said once: by the call after which the handshake is complete and nothing of it
/// waits to be sent. What goes wrong in a task is thrown by the next call.
///
/// One thread may wrap while another unwraps and a third runs a task.
final class EngineProtocol {
  private final ConnectionEnd end;
  private final DelegatedTask task;
  private final AtomicBoolean finishedSaid = new AtomicBoolean();
  private volatile boolean closedBeforeBegin;

  EngineProtocol(ConnectionEnd end) {
    this.end = end;
    this.task = new DelegatedTask(end);
  }

  void begin() throws SSLException {
    if (closedBeforeBegin) {
      throw new SSLException("the engine is closed");
    }
    Connection there = end.connection();
    if (there == null) {
      end.begin();
    } else if (there.isOutboundClosed() || there.isInboundClosed()) {
      throw new SSLException("the engine is closed");
    } else if (there.isEstablished()) {
      end.updateKeys(false);
    }
  }

  SSLEngineResult wrap(ByteBuffer[] srcs, int offset, int length, ByteBuffer dst)
      throws SSLException {
    if (task.isPending()) {
      return result(Status.OK, 0, 0); // whatever else there is to ask would wait for the task
    }
    if (isOutboundDone()) {
      return result(Status.CLOSED, 0, 0);
    }
    Connection connection = end.begin();
    task.throwFailure();
    if (connection.hasOutgoing()) {
      return pollOne(connection, dst);
    }
    if (connection.isOutboundClosed()) {
      return result(Status.CLOSED, 0, 0);
    }
    return !connection.canSend() || isEmpty(srcs, offset, length)
        ? result(Status.OK, 0, 0)
        : send(connection, srcs, offset, length, dst);
  }

  private SSLEngineResult pollOne(Connection connection, ByteBuffer dst) {
    int record = connection.nextOutgoingLength();
    if (dst.remaining() < record) {
      return result(Status.BUFFER_OVERFLOW, 0, 0);
    }
    int limit = dst.limit();
    dst.limit(dst.position() + record);
    int produced = connection.poll(dst);
    dst.limit(limit);
    return result(isOutboundDone() ? Status.CLOSED : Status.OK, 0, produced);
  }

  private SSLEngineResult send(
      Connection connection, ByteBuffer[] srcs, int offset, int length, ByteBuffer dst)
      throws SSLException {
    int start = dst.position();
    try {
      int consumed = connection.send(srcs, offset, length, dst);
      int produced = dst.position() - start;
      Status status = consumed == 0 && produced == 0 ? Status.BUFFER_OVERFLOW : Status.OK;
      return result(status, consumed, produced);
    } catch (TlsFailure e) {
      throw end.exception(e);
    } catch (IllegalStateException e) {
      if (!connection.isOutboundClosed()) {
        throw e;
      }
      return result(Status.CLOSED, 0, 0); // another thread has just closed it
    }
  }

  SSLEngineResult unwrap(ByteBuffer src, ByteBuffer[] dsts, int offset, int length)
      throws SSLException {
    if (closedBeforeBegin) {
      return result(Status.CLOSED, 0, 0);
    }
    Connection connection = end.begin();
    if (task.isPending()) {
      return result(Status.OK, 0, 0);
    }
    task.throwFailure();
    if (connection.isInboundClosed()) {
      return result(Status.CLOSED, 0, 0);
    }
    boolean mustWrapFirst = !connection.isEstablished() && connection.hasOutgoing();
    if (mustWrapFirst || isFinishedToSay(connection)) {
      return result(Status.OK, 0, 0);
    }
    try {
      return receive(connection, src, dsts, offset, length);
    } catch (TlsFailure e) {
      throw end.exception(e);
    }
  }

  private SSLEngineResult receive(
      Connection connection, ByteBuffer src, ByteBuffer[] dsts, int offset, int length)
      throws TlsFailure {
    int record = connection.recordLength(src);
    if (record < 0 || src.remaining() < record) {
      return result(Status.BUFFER_UNDERFLOW, 0, 0);
    }
    if (room(dsts, offset, length) < connection.maxPlaintext(record)) {
      return result(Status.BUFFER_OVERFLOW, 0, 0);
    }
    int produced = connection.receive(src, dsts, offset, length);
    while (connection.hasMessage()) {
      if (connection.nextMessageIsCostly()) {
        task.offer();
        break;
      }
      end.process(connection);
    }
    end.answerClose(connection);
    return result(connection.isInboundClosed() ? Status.CLOSED : Status.OK, record, produced);
  }

  @Nullable Runnable task() {
    return task.take();
  }

  HandshakeStatus status() {
    Connection connection = end.connection();
    if (connection == null) {
      return HandshakeStatus.NOT_HANDSHAKING;
    }
    if (task.isPending()) {
      return HandshakeStatus.NEED_TASK;
    }
    if (connection.hasOutgoing() || isFinishedToSay(connection)) {
      return HandshakeStatus.NEED_WRAP;
    }
    return connection.isHandshaking() && !connection.isInboundClosed()
        ? HandshakeStatus.NEED_UNWRAP
        : HandshakeStatus.NOT_HANDSHAKING;
  }

  /// Whether the handshake is complete, nothing of it waits, and nobody was told.
  private boolean isFinishedToSay(Connection connection) {
    return !finishedSaid.get()
        && connection.isEstablished()
        && !task.isPending()
        && !connection.hasOutgoing();
  }

  private SSLEngineResult result(Status status, int consumed, int produced) {
    Connection connection = end.connection();
    boolean isFinished =
        connection != null
            && isFinishedToSay(connection)
            && finishedSaid.compareAndSet(false, true);
    HandshakeStatus handshake = isFinished ? HandshakeStatus.FINISHED : status();
    return new SSLEngineResult(status, handshake, consumed, produced);
  }

  void closeInbound() throws SSLException {
    Connection connection = end.connection();
    if (connection == null) {
      closedBeforeBegin = true;
    } else if (!connection.isInboundClosed()) {
      connection.receivedSilentEnd();
      throw new SSLException("closing inbound before receiving peer's close_notify");
    }
  }

  boolean isInboundDone() {
    Connection connection = end.connection();
    return connection == null ? closedBeforeBegin : connection.isInboundClosed();
  }

  void closeOutbound() {
    Connection connection = end.connection();
    if (connection == null) {
      closedBeforeBegin = true;
    } else {
      connection.closeOutbound();
    }
  }

  boolean isOutboundDone() {
    Connection connection = end.connection();
    return connection == null
        ? closedBeforeBegin
        : connection.isOutboundClosed() && !connection.hasOutgoing();
  }

  private static boolean isEmpty(ByteBuffer[] buffers, int offset, int length) {
    return room(buffers, offset, length) == 0;
  }

  private static long room(ByteBuffer[] buffers, int offset, int length) {
    long room = 0;
    for (int i = offset; i < offset + length; i++) {
      room += buffers[i].remaining();
    }
    return room;
  }
}
