package dev.millrace.tls.connection;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.RecordLayer;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.wire.AeadAlgorithm;

/// Both directions of a connection, as the states of its handshake see them. Used with both locks
/// of the [Connection] held.
record ConnectionRecords(Inbound inbound, Outbound outbound) implements RecordLayer {
  @Override
  public byte[] sendEncoded(byte[] encoding) {
    outbound.message(encoding);
    return encoding;
  }

  @Override
  public void sendChangeCipherSpec() throws TlsFailure {
    outbound.changeCipherSpec();
  }

  @Override
  public void writeWith(TrafficSecret secret, AeadAlgorithm aead) throws TlsFailure {
    outbound.protect(secret, aead);
  }

  @Override
  public void readWith(TrafficSecret secret, AeadAlgorithm aead) throws TlsFailure {
    inbound.protect(secret, aead);
  }

  @Override
  public void writeWith(RecordKeys keys, AeadAlgorithm aead) throws TlsFailure {
    outbound.protect(keys, aead);
  }

  @Override
  public void readWith(RecordKeys keys, AeadAlgorithm aead) throws TlsFailure {
    inbound.protect(keys, aead);
  }

  @Override
  public void updateReadKeys() throws TlsFailure {
    inbound.update();
  }

  @Override
  public void updateWriteKeysSoon() {
    outbound.updateSoon(new KeyUpdate(false));
  }

  @Override
  public void writeInClear() throws TlsFailure {
    outbound.unprotect();
  }

  @Override
  public void sendEarlyData(byte[] data) throws TlsFailure {
    outbound.earlyData(data);
  }

  @Override
  public void takeEarlyData(long maxBytes) {
    inbound.takeEarlyData(maxBytes);
  }

  @Override
  public void writeLimit(int bytes) {
    outbound.limit(bytes);
  }

  @Override
  public void readLimit(int recordSizeLimit) {
    inbound.limit(recordSizeLimit);
  }

  @Override
  public void skipEarlyData(EarlyDataSkipping how) {
    inbound.skip(how);
  }
}
