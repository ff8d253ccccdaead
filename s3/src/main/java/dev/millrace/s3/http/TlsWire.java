package dev.millrace.s3.http;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// A TLS connection: any provider's [SSLEngine] over another connection.
///
/// An engine and not a socket, for two reasons. Records are read from the network several at a
/// time, and decrypted into the caller's buffer where a whole record fits there. And what came on
/// an idle connection can be looked at without waiting: a session ticket is taken in, a
/// `close_notify` means that the connection must not be used again.
///
/// What is said in the handshake is sent when the peer's answer is waited for. So its end goes out
/// with the first request: one system call less, and one waking of the peer. An answer to what the
/// peer says in mid-connection goes out likewise, before the next record at the latest.
///
/// The buffers for records are borrowed while the connection is at work. One that nobody uses holds
/// none, unless the peer has said something that is not understood or not answered yet.
final class TlsWire implements Wire {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Wire wire;
  private final SSLEngine engine;
  private final Buffers buffers;

  /// Records that were received and not yet decrypted, ready to be read; null while not at work.
  private @Nullable ByteBuffer records;

  /// Records that are to be sent before anything is waited for, ready to be added to; null where
  /// there are none.
  private @Nullable ByteBuffer unsent;

  /// What was decrypted and not yet asked for, ready to be read; null where there is none.
  private @Nullable ByteBuffer decrypted;

  /// The room that any record's content fits into, once records may carry content.
  private int roomForRecord = Integer.MAX_VALUE;

  /// Whether nothing may be waited for, so that the peer gets no answer.
  private boolean onlyLooking;

  /// @param engine for a client
  /// @param buffers of at least two records each
  TlsWire(Wire wire, SSLEngine engine, Buffers buffers) {
    this.wire = wire;
    this.engine = engine;
    this.buffers = buffers;
  }

  /// Makes the handshake, and is at work afterwards. Its end may go out with what is written next.
  /// The peer is told where it fails.
  void handshake() throws IOException {
    setAtWork(true);
    try {
      shakeHands();
    } catch (SSLException e) {
      try {
        answerHandshake(engine.getHandshakeStatus());
        flush();
      } catch (IOException unsaid) {
        e.addSuppressed(unsaid);
      }
      throw e;
    }
    roomForRecord = engine.getSession().getApplicationBufferSize();
  }

  private void shakeHands() throws IOException {
    engine.beginHandshake();
    HandshakeStatus status = engine.getHandshakeStatus();
    while (status != HandshakeStatus.NOT_HANDSHAKING) {
      status =
          switch (status) {
            case NEED_TASK -> runTasks();
            case NEED_WRAP -> {
              if (!addRecord(NOTHING) && engine.getHandshakeStatus() == status) {
                throw new SSLException("the TLS handshake does not go on");
              }
              yield engine.getHandshakeStatus();
            }
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
              receiveHandshake();
              yield engine.getHandshakeStatus();
            }
            case FINISHED, NOT_HANDSHAKING -> HandshakeStatus.NOT_HANDSHAKING;
          };
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    int before = into.position();
    while (into.hasRemaining()) {
      if (decrypted != null) {
        moveDecrypted(into);
      } else if (!decryptNext(into)) {
        boolean some = into.position() > before;
        // What is there goes to the caller before more is waited for.
        if (some || engine.isInboundDone() || !receive()) {
          return some ? into.position() - before : -1;
        }
      }
    }
    return into.position() - before;
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      if (!addRecord(from)) {
        throw new SSLException("the TLS connection takes nothing more");
      }
      flush();
    }
  }

  /// Session tickets, which servers send before anything else, are not what is waited for.
  @Override
  public boolean awaitInput(Duration time) throws IOException {
    flush();
    long deadline = System.nanoTime() + time.toNanos();
    while (decrypted == null && !decryptNext(NOTHING) && !engine.isInboundDone()) {
      long left = deadline - System.nanoTime();
      if (left <= 0 || !wire.awaitInput(Duration.ofNanos(left))) {
        return false;
      }
      if (!receive()) {
        return true;
      }
    }
    return true;
  }

  @Override
  public int readPresent(ByteBuffer into) {
    boolean wasAtWork = records != null;
    setAtWork(true);
    onlyLooking = true;
    try {
      ByteBuffer present = atWork().compact();
      int count = wire.readPresent(present);
      present.flip();
      if (decrypted != null || decryptNext(NOTHING)) {
        return moveDecrypted(into);
      }
      return count < 0 || engine.isInboundDone() ? -1 : 0;
    } catch (IOException | RuntimeException _) {
      return -1;
    } finally {
      onlyLooking = false;
      setAtWork(wasAtWork);
    }
  }

  @Override
  public void limitReads(Duration silence) {
    wire.limitReads(silence);
  }

  @Override
  public boolean hasEndedCleanly() {
    return engine.isInboundDone();
  }

  @Override
  public void setAtWork(boolean atWork) {
    if (atWork && records == null) {
      records = buffers.take().flip();
    } else if (!atWork && records != null && !records.hasRemaining()) {
      buffers.give(records);
      records = null;
    }
  }

  @Override
  public boolean isReusable() {
    try {
      return decrypted == null
          && !decryptNext(NOTHING)
          && !engine.isInboundDone()
          && wire.isReusable();
    } catch (IOException _) {
      return false;
    }
  }

  /// Says `close_notify` (RFC 8446, section 6.1).
  @Override
  public void close(ByteBuffer last) {
    ByteBuffer goodbye = unsent == null ? buffers.take() : unsent;
    unsent = null;
    try {
      if (last.hasRemaining()) {
        engine.wrap(last, goodbye);
      }
      engine.closeOutbound();
      engine.wrap(NOTHING, goodbye);
    } catch (SSLException | RuntimeException _) {
      // Then without.
    }
    wire.close(goodbye.flip());
    buffers.give(goodbye);
  }

  @Override
  public void abort() {
    wire.abort();
  }

  /// Decrypts what has been received, until bytes have come out of it or more must be received.
  ///
  /// @return false where it must, or where the peer has ended the stream
  private boolean decryptNext(ByteBuffer into) throws IOException {
    ByteBuffer from = atWork();
    while (from.hasRemaining()) {
      boolean fits = into.remaining() >= roomForRecord;
      ByteBuffer target = fits ? into : buffers.take();
      SSLEngineResult result = engine.unwrap(from, target);
      boolean some = result.bytesProduced() > 0;
      if (!fits) {
        keep(target, some);
      }
      switch (result.getStatus()) {
        case BUFFER_UNDERFLOW, CLOSED -> {
          return some;
        }
        case BUFFER_OVERFLOW -> throw new SSLException("a record is longer than TLS allows");
        case OK -> answerHandshake(result.getHandshakeStatus());
      }
      if (some) {
        return true;
      }
    }
    return false;
  }

  private void keep(ByteBuffer target, boolean some) {
    if (some) {
      decrypted = target.flip();
    } else {
      buffers.give(target);
    }
  }

  private int moveDecrypted(ByteBuffer into) {
    ByteBuffer from = decrypted;
    if (from == null) {
      return 0;
    }
    int count = Math.min(from.remaining(), into.remaining());
    into.put(into.position(), from, from.position(), count).position(into.position() + count);
    from.position(from.position() + count);
    if (!from.hasRemaining()) {
      buffers.give(from);
      decrypted = null;
    }
    return count;
  }

  /// Prepares what is to be said in a handshake, be it one that the peer begins in mid-connection,
  /// such as a KeyUpdate (RFC 8446, section 4.6.3).
  private void answerHandshake(HandshakeStatus status) throws IOException {
    HandshakeStatus next = status;
    while (next == HandshakeStatus.NEED_TASK
        || (next == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone())) {
      if (next == HandshakeStatus.NEED_TASK) {
        next = runTasks();
      } else if (onlyLooking) {
        throw new SSLException("the peer wants an answer");
      } else {
        next = addRecord(NOTHING) ? engine.getHandshakeStatus() : HandshakeStatus.NOT_HANDSHAKING;
      }
    }
  }

  private void receiveHandshake() throws IOException {
    if (!decryptNext(NOTHING) && isHandshakeWaiting() && !receive()) {
      throw new EOFException("the connection ended during the TLS handshake");
    }
  }

  private boolean isHandshakeWaiting() {
    return engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP;
  }

  private HandshakeStatus runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
    return engine.getHandshakeStatus();
  }

  /// Receives more, at least a byte, once all is sent that there is to say.
  ///
  /// @return false at the end of the TCP connection
  private boolean receive() throws IOException {
    flush();
    ByteBuffer into = atWork().compact();
    try {
      return wire.read(into) > 0;
    } finally {
      into.flip();
    }
  }

  /// Makes one record of `from`, or of what the handshake has to say, which is still to be sent.
  ///
  /// @return false where there was nothing to make one of
  private boolean addRecord(ByteBuffer from) throws IOException {
    ByteBuffer records = unsent == null ? buffers.take() : unsent;
    unsent = records;
    SSLEngineResult result = engine.wrap(from, records);
    if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW && records.position() > 0) {
      flush();
      return addRecord(from);
    }
    return result.bytesProduced() > 0;
  }

  private void flush() throws IOException {
    ByteBuffer records = unsent;
    if (records == null) {
      return;
    }
    unsent = null;
    try {
      wire.write(records.flip());
    } finally {
      buffers.give(records);
    }
  }

  private ByteBuffer atWork() {
    if (records == null) {
      throw new IllegalStateException("this connection is not at work");
    }
    return records;
  }
}
