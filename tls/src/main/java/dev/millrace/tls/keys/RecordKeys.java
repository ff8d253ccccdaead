package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.Secret;
import java.util.Arrays;

/// What a cipher protects the records of one direction with.
///
/// For one thread at a time; whoever holds it closes it.
public final class RecordKeys implements AutoCloseable {
  private final Secret key;
  private final byte[] iv;

  /// Takes a key and an IV.
  ///
  /// @param key becomes this one's own
  /// @param iv becomes this one's own: as long as the nonce, or in TLS 1.2 the part of it that does
  ///   not go with each record
  public RecordKeys(Secret key, byte[] iv) {
    this.key = key;
    this.iv = iv;
  }

  public Secret key() {
    return key;
  }

  /// Not a copy: zeroed when this is closed.
  public byte[] iv() {
    return iv;
  }

  @Override
  public void close() {
    key.close();
    Arrays.fill(iv, (byte) 0);
  }

  @Override
  public String toString() {
    return "RecordKeys[" + key.length() + " bytes]";
  }
}
