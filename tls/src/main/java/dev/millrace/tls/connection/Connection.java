package dev.millrace.tls.connection;

import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.ConnectionTruncated;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.PeerSentAlert;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Application;
import dev.millrace.tls.handshake.Ending;
import dev.millrace.tls.handshake.Endpoint;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.record.Records;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A TLS connection without its transport: bytes in, bytes out, and nothing that waits.
///
/// **Structure.** [Inbound] opens records and joins handshake messages, as [Reception] takes them
/// one by one; [Handshaking] gives the messages to the state of the handshake, which returns the
/// one that comes next; [Outbound] seals what the states and the application send. Engine and
/// socket are skins over this class.
///
/// **Threads.** One thread may receive while another sends. What is received is guarded by one
/// lock, what is sent by another; a thread that needs both, because a message makes the state
/// change or answer, takes the inbound one first. A KeyUpdate that the peer asks for is left to the
/// next thread that sends, as RFC 8446, section 4.6.3, allows, so that reading never waits for
/// writing. No lock is held while anybody waits for the transport, since this class knows none.
///
/// **Failure.** Each method that throws a [TlsFailure] has ended the connection before: the alert
/// for the peer waits among the outgoing records, keys are zeroed, and the same failure is there to
/// be asked for.
///
/// **End.** Each direction is closed on its own, which zeroes its keys; what belongs to neither,
/// such as the secret that keys are exported from, is zeroed with the second.
public final class Connection {
  private final Application application;
  private final boolean client;
  private final ReentrantLock inboundLock = new ReentrantLock();
  private final ReentrantLock outboundLock = new ReentrantLock();
  private final Inbound inbound;
  private final Outbound outbound;
  private final Handshaking handshaking;
  private final Reception reception;
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile boolean inboundClosed;
  private volatile boolean outboundClosed;
  private volatile boolean truncated;
  private volatile @Nullable TlsFailure failure;

  private Connection(Policy policy, Application application, boolean client) {
    this.application = application;
    this.client = client;
    inbound = new Inbound(policy);
    outbound = new Outbound(policy, client ? Records.FIRST_VERSION : Records.VERSION);
    ConnectionRecords records = new ConnectionRecords(inbound, outbound);
    Endpoint endpoint = new Endpoint(policy, application, records);
    handshaking = new Handshaking(endpoint, client, inbound, outbound);
    reception = new Reception(this, inbound, handshaking);
  }

  public static Connection client(Policy policy, Application application) {
    return new Connection(policy, application, true);
  }

  public static Connection server(Policy policy, Application application) {
    return new Connection(policy, application, false);
  }

  /// Starts the handshake: a client's first message waits afterwards, a server waits for one. Once.
  public void start() throws TlsFailure {
    exclusively(() -> {
      if (!inboundClosed && !outboundClosed) {
        handshaking.start();
      }
    });
  }

  // What is received

  /// The length of the record at the head of some bytes, header included, or -1 as long as its
  /// header is not there. The buffer stays as it is.
  public int recordLength(ByteBuffer src) throws TlsFailure {
    inboundLock.lock();
    try {
      return inbound.recordLength(src);
    } catch (TlsFailure e) {
      throw fail(e);
    } finally {
      inboundLock.unlock();
    }
  }

  /// At most how many bytes of application data are in a record of this length.
  public int maxPlaintext(int recordLength) {
    inboundLock.lock();
    try {
      boolean data = isEstablished() || inbound.takesEarlyData();
      // In TLS 1.3 the type goes with the content, which has no more than it may without.
      return data ? Math.min(inbound.maxPlaintext(recordLength), Records.MAX_PLAINTEXT) : 0;
    } finally {
      inboundLock.unlock();
    }
  }

  /// Takes one whole record, as [#recordLength] delimits it. Handshake messages in it wait for
  /// [#process]; as long as one does, nothing more can be received.
  ///
  /// @param dsts with room for [#maxPlaintext] between them
  /// @return bytes of application data that were put there
  public int receive(ByteBuffer src, ByteBuffer[] dsts, int offset, int length) throws TlsFailure {
    inboundLock.lock();
    try {
      if (inboundClosed) {
        src.position(src.position() + inbound.recordLength(src));
        inbound.close();
        return 0;
      }
      return reception.take(src, dsts, offset, length);
    } catch (TlsFailure e) {
      throw fail(e);
    } finally {
      inboundLock.unlock();
    }
  }

  /// The peer has said that it sends no more.
  void onCloseNotify() throws TlsFailure {
    if (!isEstablished()) {
      throw new PeerSentAlert(Alert.CLOSE_NOTIFY.code());
    }
    endInbound();
    tellEnd();
  }

  /// A ChangeCipherSpec of TLS 1.2 has come.
  void onChangeCipherSpec() throws TlsFailure {
    exclusively(() -> {
      if (!isAbandoned()) {
        handshaking.onChangeCipherSpec();
      }
    });
  }

  /// Whether a handshake message waits for [#process].
  public boolean hasMessage() {
    inboundLock.lock();
    try {
      return !inboundClosed && handshaking.hasMessage();
    } finally {
      inboundLock.unlock();
    }
  }

  /// Whether the message that waits is dear to process, for its signatures, key exchange or
  /// certificates.
  public boolean nextMessageIsCostly() {
    inboundLock.lock();
    try {
      return !inboundClosed && handshaking.hasMessage() && handshaking.isNextCostly();
    } finally {
      inboundLock.unlock();
    }
  }

  /// Processes the message that waits, if any.
  public void process() throws TlsFailure {
    exclusively(() -> {
      if (handshaking.hasMessage() && !isAbandoned()) {
        handshaking.process();
      }
    });
  }

  /// Whether this side has closed before the handshake was complete: it says no more, and so needs
  /// no more.
  private boolean isAbandoned() {
    if (outboundClosed && !isEstablished()) {
      endInbound();
      tellEnd();
    }
    return inboundClosed;
  }

  /// The transport has ended.
  ///
  /// @throws ConnectionTruncated if it did so before the peer said that it would
  public void receivedEnd() throws TlsFailure {
    if (!inboundClosed) {
      truncated = true;
      throw fail(new ConnectionTruncated());
    }
  }

  /// The transport has ended, and need not have been announced.
  public void receivedSilentEnd() {
    if (!inboundClosed) {
      truncated = true;
      closeInbound();
    }
  }

  // What is sent

  /// Whether records wait for [#poll].
  public boolean hasOutgoing() {
    return nextOutgoingLength() > 0;
  }

  /// The length of the first record that waits, or 0.
  public int nextOutgoingLength() {
    return outbound.nextLength();
  }

  /// Moves whole records to a buffer, as many as fit.
  ///
  /// @return bytes that were moved
  public int poll(ByteBuffer dst) {
    outboundLock.lock();
    try {
      return outbound.poll(dst);
    } finally {
      outboundLock.unlock();
    }
  }

  /// Whether application data can be sent: once the handshake is complete, and by a server that
  /// takes early data already while it lasts.
  public boolean canSend() {
    return isEstablished() || (!client && inbound.takesEarlyData());
  }

  /// Seals application data into a buffer, after the records that wait: as many records as it has
  /// room for.
  ///
  /// @return bytes of application data that were sealed
  /// @throws IllegalStateException unless [#canSend], or if no more can be sent
  public int send(ByteBuffer[] srcs, int offset, int length, ByteBuffer dst) throws TlsFailure {
    outboundLock.lock();
    try {
      if (!canSend() || outboundClosed) {
        throw new IllegalStateException("nothing can be sent now");
      }
      return outbound.seal(srcs, offset, length, dst);
    } catch (TlsFailure e) {
      throw fail(e);
    } finally {
      outboundLock.unlock();
    }
  }

  /// Has the keys updated before the next application data is sent, in TLS 1.3.
  ///
  /// @param peerToo whether the peer has to update its own
  public void requestKeyUpdate(boolean peerToo) {
    outboundLock.lock();
    try {
      if (isEstablished() && version() == ProtocolVersion.TLS_1_3) {
        outbound.updateSoon(new KeyUpdate(peerToo));
      }
    } finally {
      outboundLock.unlock();
    }
  }

  // Its life

  /// Whether the handshake is complete.
  public boolean isEstablished() {
    return handshaking.isEstablished();
  }

  /// Whether the handshake has begun, and neither ended nor failed.
  public boolean isHandshaking() {
    return handshaking.hasStarted() && !isEstablished() && failure == null;
  }

  /// Whether nothing more comes from the peer.
  public boolean isInboundClosed() {
    return inboundClosed;
  }

  /// Whether no more can be sent but the records that wait.
  public boolean isOutboundClosed() {
    return outboundClosed;
  }

  /// Why the connection failed, or null.
  public @Nullable TlsFailure failure() {
    return failure;
  }

  /// What the peers agreed on, or null before they have.
  public @Nullable Negotiated negotiated() {
    return handshaking.negotiated();
  }

  /// The version of the connection, or null as long as it is not negotiated.
  public @Nullable ProtocolVersion version() {
    return handshaking.version();
  }

  /// Tells the peer that no more will be sent, after what was sent already.
  public void closeOutbound() {
    outboundLock.lock();
    try {
      if (!outboundClosed) {
        sayLast();
      }
    } finally {
      endOutbound();
      outboundLock.unlock();
      tellEnd();
    }
  }

  private void sayLast() {
    try {
      if (handshaking.hasStarted()) {
        outbound.closeNotify(!isEstablished());
      } else {
        outbound.close();
      }
    } catch (LocalFailure e) {
      // The keys are worn out; the peer sees an end without a word, and takes it for a cut.
      outbound.close();
    }
  }

  /// Only now that the last record can be seen to wait: others look without the lock.
  private void endOutbound() {
    outboundClosed = true;
    if (inboundClosed || !isEstablished()) {
      handshaking.close();
    }
  }

  /// Takes no more from the peer.
  public void closeInbound() {
    inboundLock.lock();
    try {
      endInbound();
    } finally {
      inboundLock.unlock();
      tellEnd();
    }
  }

  private void endInbound() {
    inboundClosed = true;
    handshaking.dropMessage();
    inbound.close();
    if (outboundClosed) {
      handshaking.close();
    }
  }

  /// Zeroes all keys. What waits to be sent can still be.
  public void close() {
    closeInbound();
    outboundLock.lock();
    try {
      outboundClosed = true;
      outbound.close();
      handshaking.close();
    } finally {
      outboundLock.unlock();
      tellEnd();
    }
  }

  /// Tells the application, once, where both directions are closed.
  private void tellEnd() {
    if (inboundClosed && outboundClosed && over.compareAndSet(false, true)) {
      application.ended(
          new Ending(
              version(),
              failure,
              outbound.lastAlert(),
              inbound.isCloseNotified(),
              truncated,
              inbound.traffic(),
              outbound.traffic()));
    }
  }

  private interface Step {
    void run() throws TlsFailure;
  }

  private void exclusively(Step step) throws TlsFailure {
    inboundLock.lock();
    outboundLock.lock();
    try {
      step.run();
    } catch (TlsFailure e) {
      throw fail(e);
    } finally {
      outboundLock.unlock();
      inboundLock.unlock();
    }
  }

  /// Zeroes what the states keep, and has the session forgotten, unless the transport was merely
  /// cut.
  ///
  /// RFC 8446, section 6.2: "Servers and clients MUST forget the secret values and keys established
  /// in failed connections, with the exception of the PSKs associated with session tickets, which
  /// SHOULD be discarded if possible."
  private void forget(TlsFailure reason) {
    handshaking.close();
    // Whoever holds it now finds the connection closed, and zeroes the keys with its next call.
    if (inboundLock.tryLock()) {
      try {
        inbound.close();
      } finally {
        inboundLock.unlock();
      }
    }
    if (!(reason instanceof ConnectionTruncated)) {
      application.failed();
    }
  }

  /// Ends the connection, unless that has been done, and has the peer told.
  ///
  /// @return the same reason, to be thrown
  public TlsFailure fail(TlsFailure reason) {
    outboundLock.lock();
    try {
      if (failure != null) {
        return reason;
      }
      failure = reason;
      inboundClosed = true;
      forget(reason);
      Alert alert = reason.alert();
      if (alert == null || outboundClosed || !handshaking.hasStarted()) {
        outbound.close();
      } else {
        outbound.fatal(alert);
      }
      outboundClosed = true;
    } catch (LocalFailure e) {
      outbound.close();
    } finally {
      outboundLock.unlock();
      tellEnd();
    }
    return reason;
  }
}
