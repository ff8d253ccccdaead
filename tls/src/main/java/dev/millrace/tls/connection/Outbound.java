package dev.millrace.tls.connection;

import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Ending.Traffic;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.record.RecordBuffers;
import dev.millrace.tls.record.RecordSealer;
import dev.millrace.tls.record.Records;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// What is sent. Handshake messages are collected and made into as few records as hold them;
/// whatever is not application data is sealed at once, under the keys of its time, and waits in a
/// queue.
///
/// Guarded by the outbound lock of its [Connection], but for [#nextLength].
final class Outbound {
  private static final int WARNING = 1;
  private static final int FATAL = 2;
  private static final byte[] NOTHING = {};

  private final Policy policy;
  private final Queue<byte[]> records = new ArrayDeque<>(1);
  private volatile int nextLength;
  private byte[] messages = NOTHING;
  private RecordSealer sealer = RecordSealer.plaintext();
  private @Nullable TrafficSecret secret;
  private AeadAlgorithm aead = AeadAlgorithm.AES_128_GCM;
  private int plainVersion;
  private int limit;
  private @Nullable KeyUpdate keyUpdate;
  private boolean spoken;
  private boolean closed;
  private @Nullable Alert lastAlert;
  private long bytes;
  private long dataRecords;
  private long otherRecords;
  private int keyUpdates;

  /// @param plainVersion what the records of the first message say that they are of
  Outbound(Policy policy, int plainVersion) {
    this.policy = policy;
    this.plainVersion = plainVersion;
    limit = policy.maxFragment();
  }

  void message(byte[] encoding) {
    if (closed) {
      return;
    }
    spoken = true;
    if (messages.length == 0) {
      messages = encoding;
      return;
    }
    byte[] joined = Arrays.copyOf(messages, messages.length + encoding.length);
    System.arraycopy(encoding, 0, joined, messages.length, encoding.length);
    messages = joined;
  }

  void changeCipherSpec() throws LocalFailure {
    flush();
    // In TLS 1.3 it is never protected, and in TLS 1.2 there are no keys yet when it is sent.
    enqueue(RecordSealer.plaintext(), ContentType.CHANGE_CIPHER_SPEC, new byte[] {1}, 0, 1);
  }

  /// A fatal alert ends what can be sent.
  void fatal(Alert alert) throws LocalFailure {
    messages = NOTHING;
    alert(FATAL, alert);
    close();
  }

  /// Says that no more will be sent.
  ///
  /// @param canceled whether the handshake is not complete
  void closeNotify(boolean canceled) throws LocalFailure {
    if (closed) {
      return;
    }
    if (canceled) {
      // RFC 8446, section 6.1: "user_canceled: ... This alert SHOULD be followed by a
      // "close_notify"."
      alert(WARNING, Alert.USER_CANCELED);
    }
    alert(WARNING, Alert.CLOSE_NOTIFY);
    close();
  }

  private void alert(int level, Alert alert) throws LocalFailure {
    if (!closed) {
      flush();
      byte[] content = {(byte) level, (byte) alert.code()};
      enqueue(sealer, ContentType.ALERT, content, 0, content.length);
      lastAlert = alert;
    }
  }

  /// What the peer was told last, or null.
  @Nullable Alert lastAlert() {
    return lastAlert;
  }

  /// What was sealed. For a thread without the lock, perhaps less than that.
  Traffic traffic() {
    return new Traffic(bytes, dataRecords + otherRecords, keyUpdates);
  }

  /// How many records of application data were sealed.
  long dataRecords() {
    return dataRecords;
  }

  /// Zeroes the keys; what is sealed already can still be sent.
  void close() {
    closed = true;
    messages = NOTHING;
    sealer.close();
    if (secret != null) {
      secret.close();
    }
  }

  void protect(TrafficSecret next, AeadAlgorithm algorithm) throws LocalFailure {
    flush();
    sealer = sealer.tls13(policy.crypto(), algorithm, next.keys(algorithm));
    if (secret != null) {
      secret.close();
    }
    secret = next;
    aead = algorithm;
  }

  void protect(RecordKeys keys, AeadAlgorithm algorithm) throws LocalFailure {
    protect(keys, algorithm, algorithm.byteLimit());
  }

  /// @param byteLimit after which the keys are worn out
  void protect(RecordKeys keys, AeadAlgorithm algorithm, long byteLimit) throws LocalFailure {
    flush();
    sealer = sealer.tls12(policy.crypto(), algorithm, keys, byteLimit);
  }

  /// Goes back to no protection.
  void unprotect() throws LocalFailure {
    flush();
    sealer.close();
    sealer = RecordSealer.plaintext();
    if (secret != null) {
      secret.close();
      secret = null;
    }
  }

  /// Sends application data as part of a handshake.
  void earlyData(byte[] data) throws LocalFailure {
    flush();
    fragments(ContentType.APPLICATION_DATA, data);
    bytes += data.length;
  }

  void limit(int bytes) {
    limit = Math.min(limit, bytes);
  }

  /// Has the keys updated before the next application data.
  void updateSoon(KeyUpdate message) {
    if (keyUpdate == null || message.updateRequested()) {
      keyUpdate = message;
    }
  }

  /// Makes records of the messages that were collected.
  void flush() throws LocalFailure {
    byte[] content = messages;
    messages = NOTHING;
    fragments(ContentType.HANDSHAKE, content);
    // RFC 8446, section 5.1: "MUST be set to 0x0303 for all records generated by a TLS 1.3
    // implementation other than an initial ClientHello"
    plainVersion = Records.VERSION;
  }

  private void fragments(ContentType type, byte[] content) throws LocalFailure {
    for (int start = 0; start < content.length; start += limit) {
      enqueue(sealer, type, content, start, Math.min(limit, content.length - start));
    }
  }

  /// It is the peer's turn.
  void listen() {
    spoken = false;
  }

  /// Whether any message was sent since it was the peer's turn.
  boolean hasSpoken() {
    return spoken;
  }

  /// The length of the first record that waits, or 0. For threads without the lock too, who ask
  /// often.
  int nextLength() {
    return nextLength;
  }

  /// Moves whole records to a buffer, as many as fit.
  ///
  /// @return bytes that were moved
  int poll(ByteBuffer dst) {
    int start = dst.position();
    byte[] record = records.peek();
    while (record != null && record.length <= dst.remaining()) {
      dst.put(record);
      records.remove();
      record = records.peek();
      nextLength = record == null ? 0 : record.length;
    }
    return dst.position() - start;
  }

  /// Seals application data into a buffer, after what waits already: as many records as it has room
  /// for.
  ///
  /// @return bytes of application data that were sealed
  int seal(ByteBuffer[] srcs, int offset, int length, ByteBuffer dst) throws TlsFailure {
    if (keyUpdate != null || sealer.isWornOut()) {
      update();
    }
    int sealed = 0;
    while (true) {
      poll(dst);
      int next = Buffers.remaining(srcs, offset, length, limit);
      int padding = padding(next);
      if (next == 0 || nextLength > 0 || sealer.sealedLength(next, padding) > dst.remaining()) {
        return sealed;
      }
      seal(srcs, offset, length, next, padding, dst);
      sealed += next;
    }
  }

  /// Seals one record, without a copy where both sides are arrays.
  @SuppressWarnings("ByteBufferBackingArray") // compared with that of the sources
  private void seal(
      ByteBuffer[] srcs, int offset, int length, int size, int padding, ByteBuffer dst)
      throws LocalFailure {
    byte[] out = dst.hasArray() ? dst.array() : null;
    ByteBuffer src = Buffers.withArray(srcs, offset, length, size, out);
    if (src != null) {
      seal(src.array(), src.arrayOffset() + src.position(), size, padding, dst);
      Buffers.skip(src, size);
      return;
    }
    byte[] gathered = RecordBuffers.SINGLE.take();
    try {
      Buffers.gather(srcs, offset, length, gathered, size);
      seal(gathered, 0, size, padding, dst);
    } finally {
      RecordBuffers.SINGLE.giveWiped(gathered, size);
    }
  }

  private void seal(byte[] in, int start, int size, int padding, ByteBuffer dst)
      throws LocalFailure {
    if (dst.hasArray()) {
      int outStart = dst.arrayOffset() + dst.position();
      Buffers.skip(dst, seal(in, start, size, padding, dst.array(), outStart));
    } else {
      byte[] out = RecordBuffers.SINGLE.take();
      dst.put(out, 0, seal(in, start, size, padding, out, 0));
      RecordBuffers.SINGLE.give(out);
    }
  }

  private int seal(byte[] in, int start, int size, int padding, byte[] out, int outStart)
      throws LocalFailure {
    dataRecords++;
    bytes += size;
    return sealer.seal(
        ContentType.APPLICATION_DATA, Records.VERSION, in, start, size, padding, out, outStart);
  }

  private int padding(int size) {
    int block = policy.paddingBlock();
    int missing = (block - size % block) % block;
    return secret == null ? 0 : Math.min(missing, limit - size);
  }

  private void update() throws LocalFailure {
    if (secret == null) {
      // TLS 1.2 has no KeyUpdate, and renegotiation is worse than an end: what goes on beyond the
      // limit of the algorithm is no longer as secret as was promised.
      throw new LocalFailure("the keys are worn out, and TLS 1.2 cannot update them", null);
    }
    message((keyUpdate == null ? new KeyUpdate(false) : keyUpdate).encode());
    keyUpdate = null;
    keyUpdates++;
    protect(secret.next(), aead);
  }

  private void enqueue(RecordSealer with, ContentType type, byte[] content, int start, int length)
      throws LocalFailure {
    byte[] record = new byte[with.sealedLength(length, 0)];
    with.seal(type, plainVersion, content, start, length, 0, record, 0);
    records.add(record);
    if (nextLength == 0) {
      nextLength = record.length;
    }
    otherRecords++;
  }
}
