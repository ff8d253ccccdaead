package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.wire.AeadAlgorithm;

/// The records of a connection, as far as the states of a handshake have to do with them.
public interface RecordLayer {
  /// Sends a message after all that was sent before.
  ///
  /// @return its encoding, for the transcript
  default byte[] send(HandshakeMessage message) throws TlsFailure {
    return sendEncoded(message.encode());
  }

  /// Sends a message that is encoded already.
  ///
  /// @param encoding not changed, by this or the caller
  /// @return the same, for the transcript
  byte[] sendEncoded(byte[] encoding) throws TlsFailure;

  /// Sends a ChangeCipherSpec: a message of TLS 1.2, and in TLS 1.3 what middleboxes expect.
  void sendChangeCipherSpec() throws TlsFailure;

  /// Protects all that is sent from now on, in TLS 1.3. The secret becomes the layer's own.
  void writeWith(TrafficSecret secret, AeadAlgorithm aead) throws TlsFailure;

  /// Expects protection of all that is received from now on, in TLS 1.3. The secret becomes the
  /// layer's own.
  ///
  /// @throws TlsFailure if part of a message was received already
  void readWith(TrafficSecret secret, AeadAlgorithm aead) throws TlsFailure;

  /// Protects all that is sent from now on, in TLS 1.2. The keys become the layer's own.
  void writeWith(RecordKeys keys, AeadAlgorithm aead) throws TlsFailure;

  /// Expects protection of all that is received from now on, in TLS 1.2. The keys become the
  /// layer's own.
  ///
  /// @throws TlsFailure if part of a message was received already
  void readWith(RecordKeys keys, AeadAlgorithm aead) throws TlsFailure;

  /// Changes to the next keys for what is received (RFC 8446, section 7.2).
  void updateReadKeys() throws TlsFailure;

  /// Has a KeyUpdate sent, and changes to the next keys for what is sent, before the next
  /// application data.
  void updateWriteKeysSoon();

  /// Sends nothing protected any more, for the second ClientHello after early data.
  void writeInClear() throws TlsFailure;

  /// Sends application data before the handshake is complete.
  void sendEarlyData(byte[] data) throws TlsFailure;

  /// Takes application data before the handshake is complete.
  ///
  /// @param maxBytes after which there is too much of it
  void takeEarlyData(long maxBytes);

  /// The largest plaintext that the peer takes (RFC 8449).
  void writeLimit(int bytes);

  /// The record size limit that the peer was told (RFC 8449), for what is received under the next
  /// keys.
  void readLimit(int recordSizeLimit);

  /// Passes over early data that is not wanted, in one of the ways of RFC 8446, section 4.2.10.
  void skipEarlyData(EarlyDataSkipping how);

  /// How unwanted early data is told from what follows it.
  enum EarlyDataSkipping {
    /// Records that cannot be decrypted are early data.
    UNDECIPHERABLE,
    /// Records of application data are early data, until the second ClientHello.
    APPLICATION_DATA,
    NONE
  }
}
