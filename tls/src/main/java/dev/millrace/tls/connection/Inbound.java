package dev.millrace.tls.connection;

import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.PeerSentAlert;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Ending.Traffic;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.RecordLayer.EarlyDataSkipping;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.record.ContentType;
import dev.millrace.tls.record.HandshakeJoiner;
import dev.millrace.tls.record.Opened;
import dev.millrace.tls.record.RecordOpener;
import dev.millrace.tls.record.Records;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What is received: records are opened, and told apart.
///
/// Whatever costs this side something and brings the connection no further has a bound: empty
/// records, warnings, records without meaning, early data that is not wanted.
///
/// Guarded by the inbound lock of its [Connection].
final class Inbound {
  /// How many of each kind of useless record may follow each other.
  private static final int MAX_USELESS = 32;

  private static final int MAX_WARNINGS = 4;
  private static final int MAX_SKIPPED_EARLY_DATA = 16384;
  private static final int WARNING = 1;
  private static final int FATAL = 2;

  private final Policy policy;
  private final HandshakeJoiner joiner;
  private RecordOpener opener = RecordOpener.plaintext();
  private @Nullable TrafficSecret secret;
  private AeadAlgorithm aead = AeadAlgorithm.AES_128_GCM;
  private int recordSizeLimit;
  private EarlyDataSkipping skipping = EarlyDataSkipping.NONE;
  private long skipped;
  private long earlyDataLeft;
  private volatile boolean takesEarlyData;
  private int emptyRecords;
  private int warnings;
  private int ignoredChanges;
  private boolean closeNotified;
  private long bytes;
  private long records;
  private int keyUpdates;

  Inbound(Policy policy) {
    this.policy = policy;
    joiner = new HandshakeJoiner(type -> policy.limits().handshakeMessage());
  }

  int recordLength(ByteBuffer src) throws PeerMisbehaved {
    boolean large = opener.isProtected() || skipping != EarlyDataSkipping.NONE;
    int max = secret == null && opener.isProtected() ? Records.MAX_CIPHERTEXT_12 : 0;
    return Records.recordLength(
        src, max > 0 ? max : large ? Records.MAX_CIPHERTEXT_13 : Records.MAX_PLAINTEXT);
  }

  int maxPlaintext(int recordLength) {
    return opener.maxPlaintextLength(recordLength);
  }

  HandshakeJoiner joiner() {
    return joiner;
  }

  /// Opens a record.
  ///
  /// @param out gets the content at `outStart`, and has room for [#maxPlaintext]
  /// @return null if the record has no meaning and was passed over
  @Nullable Opened open(byte[] in, int start, int length, byte[] out, int outStart)
      throws TlsFailure {
    ContentType outer = Records.outerType(in, start);
    if (skipping == EarlyDataSkipping.APPLICATION_DATA && outer == ContentType.APPLICATION_DATA) {
      if (!joiner.isEmpty()) {
        throw new PeerMisbehaved(Misbehaviour.INTERLEAVED_MESSAGE);
      }
      skip(length);
      return null;
    }
    Opened opened;
    try {
      opened = opener.open(in, start, length, out, outStart);
    } catch (PeerMisbehaved failure) {
      if (skipping == EarlyDataSkipping.UNDECIPHERABLE
          && outer == ContentType.APPLICATION_DATA
          && failure.misbehaviour() == Misbehaviour.BAD_RECORD_MAC) {
        skip(length);
        return null;
      }
      throw failure;
    }
    records++;
    if (skipping == EarlyDataSkipping.UNDECIPHERABLE) {
      skipping = EarlyDataSkipping.NONE;
    }
    // RFC 8446, section 5.1: "Handshake messages MUST NOT be interleaved with other record types."
    if (opened.type() != ContentType.HANDSHAKE && !joiner.isEmpty()) {
      throw new PeerMisbehaved(Misbehaviour.INTERLEAVED_MESSAGE);
    }
    if (opened.type() == ContentType.APPLICATION_DATA) {
      bytes += opened.length();
      emptyRecords += opened.length() == 0 ? 1 : 0;
      if (emptyRecords > MAX_USELESS) {
        throw new PeerMisbehaved(Misbehaviour.TOO_MANY_EMPTY_RECORDS);
      }
    }
    return opened;
  }

  private void skip(int length) throws PeerMisbehaved {
    skipped += length - Records.HEADER_LENGTH;
    // What clients may send with our tickets, and what records add to it.
    long allowed = policy.maxEarlyData() + policy.maxEarlyData() / 64 + 512;
    if (skipped > Math.max(MAX_SKIPPED_EARLY_DATA, allowed)) {
      throw new PeerMisbehaved(Misbehaviour.TOO_MUCH_EARLY_DATA);
    }
  }

  /// Checks a ChangeCipherSpec that has no meaning.
  ///
  /// RFC 8446, section 5: "An implementation may receive an unencrypted record of type
  /// change_cipher_spec consisting of the single byte value 0x01 at any time after the first
  /// ClientHello message has been sent or received and before the peer's Finished message has been
  /// received and MUST simply drop it without further processing."
  void ignoreChangeCipherSpec(byte[] in, int start, int length) throws PeerMisbehaved {
    requireChangeCipherSpec(in, start + Records.HEADER_LENGTH, length - Records.HEADER_LENGTH);
    if (++ignoredChanges > MAX_USELESS) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_CHANGE_CIPHER_SPEC);
    }
  }

  // RFC 8446, section 5: "An implementation which receives any other change_cipher_spec value or
  // which receives a protected change_cipher_spec record MUST abort the handshake with an
  // "unexpected_message" alert."
  static void requireChangeCipherSpec(byte[] content, int start, int length) throws PeerMisbehaved {
    if (length != 1 || content[start] != 1) {
      throw new PeerMisbehaved(Misbehaviour.BAD_CHANGE_CIPHER_SPEC);
    }
  }

  /// Looks at an alert.
  ///
  /// @param tls13 whether the connection is one of TLS 1.3
  /// @return whether the peer says that it sends no more
  boolean alert(byte[] content, int start, int length, boolean tls13) throws TlsFailure {
    if (length != 2) {
      throw new PeerMisbehaved(Misbehaviour.MALFORMED_ALERT);
    }
    int level = content[start];
    int code = content[start + 1] & 0xFF;
    if (code == Alert.CLOSE_NOTIFY.code() && level == WARNING) {
      closeNotified = true;
      return true;
    }
    if (level == FATAL) {
      throw new PeerSentAlert(code);
    }
    if (level != WARNING) {
      throw new PeerMisbehaved(Misbehaviour.MALFORMED_ALERT_LEVEL);
    }
    // RFC 8446, section 6: "All the alerts listed in Section 6.2 MUST be sent with
    // AlertLevel=fatal"
    if (tls13 && code != Alert.USER_CANCELED.code()) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_WARNING);
    }
    if (++warnings > MAX_WARNINGS) {
      throw new PeerMisbehaved(Misbehaviour.TOO_MANY_WARNINGS);
    }
    return false;
  }

  void protect(TrafficSecret next, AeadAlgorithm algorithm) throws PeerMisbehaved {
    requireAlignment();
    protect(opener.tls13(policy.crypto(), algorithm, next.keys(algorithm)));
    if (secret != null) {
      secret.close();
    }
    secret = next;
    aead = algorithm;
  }

  void protect(RecordKeys keys, AeadAlgorithm algorithm) throws PeerMisbehaved {
    requireAlignment();
    protect(opener.tls12(policy.crypto(), algorithm, keys));
  }

  void update() throws PeerMisbehaved {
    if (secret != null) {
      keyUpdates++;
      protect(secret.next(), aead);
    }
  }

  // RFC 8446, section 5.1: "Handshake messages MUST NOT span key changes."
  private void requireAlignment() throws PeerMisbehaved {
    if (!joiner.isEmpty()) {
      throw new PeerMisbehaved(Misbehaviour.MESSAGE_ACROSS_KEY_CHANGE);
    }
  }

  private void protect(RecordOpener next) {
    opener = next;
    takesEarlyData = false;
    if (recordSizeLimit > 0) {
      opener.plaintextLimit(recordSizeLimit);
    }
  }

  void limit(int bytes) {
    recordSizeLimit = bytes;
  }

  /// Takes application data before the handshake is complete, until the keys change.
  void takeEarlyData(long maxBytes) {
    earlyDataLeft = maxBytes;
    takesEarlyData = true;
  }

  boolean takesEarlyData() {
    return takesEarlyData;
  }

  /// Counts early data.
  void earlyData(int length) throws PeerMisbehaved {
    // RFC 8446, section 4.6.1: "A server receiving more than max_early_data_size bytes of 0-RTT
    // data SHOULD terminate the connection with an "unexpected_message" alert."
    if (length > earlyDataLeft) {
      throw new PeerMisbehaved(Misbehaviour.TOO_MUCH_EARLY_DATA);
    }
    earlyDataLeft -= length;
  }

  void skip(EarlyDataSkipping how) {
    skipping = how;
  }

  boolean isProtected() {
    return opener.isProtected();
  }

  /// Application data or a message of the handshake has come: what is useless may come again.
  void progress() {
    emptyRecords = 0;
    warnings = 0;
  }

  /// Whether the peer has said that it sends no more.
  boolean isCloseNotified() {
    return closeNotified;
  }

  /// What has come. For a thread without the lock, perhaps less than that.
  Traffic traffic() {
    return new Traffic(bytes, records, keyUpdates);
  }

  /// Zeroes the keys.
  void close() {
    opener.close();
    if (secret != null) {
      secret.close();
    }
  }
}
