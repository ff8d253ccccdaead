package dev.millrace.tls.resumption;

import dev.millrace.tls.TicketKey;
import dev.millrace.tls.crypto.AeadCipher;
import dev.millrace.tls.crypto.AeadOperation;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.pool.Pool;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;

/// Seals and opens tickets with one key: see [SealedTickets] for what they look like.
///
/// Safe for use by several threads. It keeps ciphers that know the key, so that the schedule of a
/// key is made once and not for each ticket; who replaces the key drops this.
final class TicketCipher {
  static final int HEADER_LENGTH = TicketKey.NAME_LENGTH + AeadAlgorithm.NONCE_LENGTH;

  private static final int KEPT = 16;

  private final TicketKey key;
  private final CryptoServices crypto;
  private final Pool<AeadCipher> ciphers;

  TicketCipher(TicketKey key, CryptoServices crypto) {
    this.key = key;
    this.crypto = crypto;
    ciphers = new Pool<>(KEPT, () -> crypto.aead(AeadAlgorithm.AES_256_GCM).with(key.key()));
  }

  /// Whether this is what works with a key.
  boolean isOf(TicketKey other) {
    return key.equals(other) && key.key().equals(other.key());
  }

  /// A ticket.
  ///
  /// @throws GeneralSecurityException or IllegalStateException if the key cannot be used
  byte[] seal(byte[] plain, ProtocolVersion version) throws GeneralSecurityException {
    byte[] ticket = new byte[HEADER_LENGTH + plain.length + AeadAlgorithm.TAG_LENGTH];
    System.arraycopy(key.name(), 0, ticket, 0, TicketKey.NAME_LENGTH);
    byte[] nonce = new byte[AeadAlgorithm.NONCE_LENGTH];
    crypto.random().nextBytes(nonce);
    System.arraycopy(nonce, 0, ticket, TicketKey.NAME_LENGTH, nonce.length);
    AeadCipher aead = ciphers.take();
    set(aead, Cipher.ENCRYPT_MODE, ticket, version)
        .doFinal(plain, 0, plain.length, ticket, HEADER_LENGTH);
    ciphers.give(aead);
    return ticket;
  }

  /// What was sealed, for the caller to zero.
  ///
  /// @param ticket longer than its header
  /// @throws GeneralSecurityException or IllegalStateException if it is forged, or the key cannot
  ///   be used
  byte[] open(byte[] ticket, ProtocolVersion version) throws GeneralSecurityException {
    AeadCipher aead = ciphers.take();
    int sealed = ticket.length - HEADER_LENGTH;
    byte[] plain = new byte[sealed - AeadAlgorithm.TAG_LENGTH];
    set(aead, Cipher.DECRYPT_MODE, ticket, version)
        .doFinal(ticket, HEADER_LENGTH, sealed, plain, 0);
    ciphers.give(aead);
    return plain;
  }

  private AeadOperation set(AeadCipher aead, int mode, byte[] ticket, ProtocolVersion version)
      throws GeneralSecurityException {
    byte[] nonce = Arrays.copyOfRange(ticket, TicketKey.NAME_LENGTH, HEADER_LENGTH);
    AeadOperation operation = aead.set(mode, nonce, ticket.length);
    byte[] authenticated = Arrays.copyOf(ticket, TicketKey.NAME_LENGTH + 2);
    authenticated[TicketKey.NAME_LENGTH] = (byte) (version.code() >>> 8);
    authenticated[TicketKey.NAME_LENGTH + 1] = (byte) version.code();
    operation.updateAAD(authenticated, 0, authenticated.length);
    return operation;
  }
}
