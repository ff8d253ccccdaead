package dev.millrace.tls.record;

import dev.millrace.tls.crypto.AeadCipher;
import dev.millrace.tls.crypto.AeadOperation;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.RecordKeys;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import org.jspecify.annotations.Nullable;

/// An AEAD under one key of one direction, and the number of its next record.
///
/// All that these algorithms promise is lost when two records are sealed with one nonce. That this
/// never happens can be seen here alone: the nonce is made of the number of the record, [#seal]
/// takes a new number **before** it does anything, so that not even a call that fails halfway gives
/// its number back, and the numbers end long before they would come round.
///
/// Opening counts the other way: only a record that is authentic uses up a number. A server that
/// refuses early data depends on this, as it has to skip the records that it cannot open until the
/// first one that it can (RFC 8446, section 4.2.10).
///
/// One [AeadCipher] does all the records, set to the next nonce for each, and then those under the
/// next keys of its direction: a new key takes the old one's place in it. Content is never worked
/// on in place: the JDK is at its fastest from one array into another.
///
/// Not safe for use by several threads.
final class RecordAead implements AutoCloseable {
  /// How many records one key may do whatever its algorithm, so that numbers of 64 bits never wrap.
  static final long MAX_RECORDS = Long.MAX_VALUE;

  /// Where a record's number goes into its nonce.
  private static final int NUMBER_OFFSET = AeadAlgorithm.NONCE_LENGTH - Long.BYTES;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final AeadAlgorithm algorithm;
  private final Secret key;

  /// The nonce of the record that was set last.
  private final byte[] nonce;

  /// The end of the IV, into which numbers are xored.
  private long ivEnd;

  private final long maxRecords;
  private long sequence;

  /// Null once closed.
  private @Nullable AeadCipher cipher;

  /// @param keys become this object's own; an IV that is shorter than the nonce is its beginning
  /// @param maxRecords after how many records it refuses to go on
  RecordAead(CryptoServices crypto, AeadAlgorithm algorithm, RecordKeys keys, long maxRecords) {
    this(crypto.aead(algorithm), algorithm, keys, maxRecords);
  }

  private RecordAead(AeadCipher cipher, AeadAlgorithm algorithm, RecordKeys keys, long maxRecords) {
    this.algorithm = algorithm;
    this.key = keys.key();
    this.nonce = Arrays.copyOf(keys.iv(), AeadAlgorithm.NONCE_LENGTH);
    Arrays.fill(keys.iv(), (byte) 0);
    this.ivEnd = number(nonce, NUMBER_OFFSET);
    this.maxRecords = maxRecords;
    this.cipher = cipher.with(key);
  }

  /// What does the next records of this direction, under other keys. This one is closed.
  RecordAead next(
      CryptoServices crypto, AeadAlgorithm nextAlgorithm, RecordKeys nextKeys, long nextMax) {
    AeadCipher there = nextAlgorithm == algorithm ? cipher : null;
    if (there != null) {
      cipher = null;
    }
    close();
    return there == null
        ? new RecordAead(crypto, nextAlgorithm, nextKeys, nextMax)
        : new RecordAead(there, nextAlgorithm, nextKeys, nextMax);
  }

  /// What is done for one record with an AEAD that is set to its key and nonce.
  @FunctionalInterface
  interface Work {
    /// Does it, and returns how many bytes were written.
    ///
    /// @param number the sequence number of the record
    int on(AeadOperation aead, long number) throws GeneralSecurityException;
  }

  /// Seals the next record, with the nonce that its number makes.
  ///
  /// @param length of it, or more
  int seal(int length, Work work) throws LocalFailure {
    // RFC 8446, section 5.3: "If a TLS implementation would need to wrap a sequence number, it MUST
    // either rekey (Section 4.6.3) or terminate the connection."
    if (sequence >= maxRecords) {
      throw new LocalFailure("no more records may be sealed under this key", null);
    }
    long number = sequence++;
    try {
      return work.on(set(Cipher.ENCRYPT_MODE, number, length), number);
    } catch (GeneralSecurityException e) {
      throw new LocalFailure("a record could not be sealed", e);
    }
  }

  /// Opens the next record, with the nonce that its number makes.
  ///
  /// @param length of it, or more
  int open(int length, Work work) throws TlsFailure {
    return open(sequence, length, work);
  }

  /// Opens the next record, with the nonce that another number makes: the one that came with it.
  int open(long nonceNumber, int length, Work work) throws TlsFailure {
    if (sequence >= maxRecords) {
      throw new PeerMisbehaved(Misbehaviour.TOO_MANY_RECORDS);
    }
    try {
      int opened = work.on(set(Cipher.DECRYPT_MODE, nonceNumber, length), sequence);
      sequence++;
      return opened;
    } catch (BadPaddingException | IllegalBlockSizeException e) {
      // RFC 8446, section 5.2: "If the decryption fails, the receiver MUST terminate the connection
      // with a "bad_record_mac" alert."
      // RFC 5288, section 3: "Implementations MUST send TLS Alert bad_record_mac for all types of
      // failures encountered in processing the AES-GCM algorithm."
      throw new PeerMisbehaved(Misbehaviour.BAD_RECORD_MAC);
    } catch (GeneralSecurityException e) {
      throw new LocalFailure("a record could not be opened", e);
    }
  }

  /// The number in the 8 bytes at an offset.
  static long number(byte[] in, int offset) {
    return (long) LONG.get(in, offset);
  }

  /// Puts a number into the 8 bytes at an offset.
  static void putNumber(long number, byte[] out, int offset) {
    LONG.set(out, offset, number);
  }

  private AeadOperation set(int mode, long nonceNumber, int length)
      throws GeneralSecurityException {
    if (cipher == null) {
      throw new IllegalStateException("the keys are gone");
    }
    // The IV, with the number xored into its end (RFC 8446, section 5.3; RFC 7905, section 2). The
    // nonce of AES-GCM in TLS 1.2, which is a salt of 4 bytes and then the number (RFC 5288,
    // section 3), is the same when zeros follow the salt.
    putNumber(ivEnd ^ nonceNumber, nonce, NUMBER_OFFSET);
    return cipher.set(mode, nonce, length);
  }

  @Override
  public void close() {
    key.close();
    Arrays.fill(nonce, (byte) 0);
    ivEnd = 0;
    if (cipher != null) {
      cipher.close();
      cipher = null;
    }
  }
}
