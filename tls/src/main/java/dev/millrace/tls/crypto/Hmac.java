package dev.millrace.tls.crypto;

import dev.millrace.tls.pool.Pool;
import dev.millrace.tls.wire.HashAlgorithm;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Supplier;

/// HMAC (RFC 2104) under one key after the other, until it is closed.
///
/// A handshake takes some sixty HMACs under some twenty keys, all of them short, so what counts is
/// what there is beside the hash. The JCA's `Mac` takes longer to be given a key than to do its
/// work, allocates for both, and forgets a key only for another one. This is RFC 2104 over the
/// JCA's hash: the key is in two blocks, which are zeroed, as is the hash, before they go back to
/// their pool.
///
/// For one thread at a time.
public final class Hmac implements AutoCloseable {
  private static final int KEPT = 32;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private final MessageDigest digest;
  private final Pool<Hmac> home;

  /// The key, xored with one constant and with the other.
  private final byte[] innerKey;

  private final byte[] outerKey;
  private final byte[] whole;
  private boolean begun;

  private Hmac(MessageDigest digest, HashAlgorithm hash, Pool<Hmac> home) {
    this.digest = digest;
    this.home = home;
    this.innerKey = new byte[hash.blockLength()];
    this.outerKey = new byte[hash.blockLength()];
    this.whole = new byte[hash.length()];
  }

  /// HMAC with one hash.
  ///
  /// Safe for use by several threads.
  static final class Source {
    private final Pool<Hmac> pool;

    /// @param digests fresh ones
    Source(HashAlgorithm hash, Supplier<MessageDigest> digests) {
      pool = new Pool<>(KEPT, () -> make(hash, digests.get()));
    }

    private Hmac make(HashAlgorithm hash, MessageDigest digest) {
      return new Hmac(digest, hash, pool);
    }

    Hmac with(Secret key) {
      return pool.take().with(key);
    }
  }

  /// This, to work with a key from now on. What it took before is dropped.
  ///
  /// @param key stays the caller's, who may close it at once
  /// @throws IllegalStateException if it is closed
  public Hmac with(Secret key) {
    digest.reset();
    begun = false;
    Arrays.fill(innerKey, (byte) 0);
    if (key.length() <= innerKey.length) {
      key.copyTo(innerKey);
    } else {
      key.feed(digest);
      finish(innerKey);
    }
    for (int i = 0; i < innerKey.length; i++) {
      byte each = innerKey[i];
      innerKey[i] = (byte) (each ^ INNER);
      outerKey[i] = (byte) (each ^ OUTER);
    }
    return this;
  }

  public Hmac update(byte[] data) {
    begun().update(data);
    return this;
  }

  public Hmac update(byte[] data, int offset, int length) {
    begun().update(data, offset, length);
    return this;
  }

  /// Takes the bytes of a secret.
  ///
  /// @throws IllegalStateException if it is closed
  public Hmac update(Secret secret) {
    secret.feed(begun());
    return this;
  }

  /// Takes the last eight bits of a number.
  public Hmac update(int value) {
    begun().update((byte) value);
    return this;
  }

  /// The HMAC of all that it took since the last one.
  public byte[] doFinal() {
    byte[] result = new byte[whole.length];
    doFinal(result, 0, result.length);
    return result;
  }

  /// Puts the first bytes of the HMAC into an array.
  ///
  /// @param length of what is wanted; more than the hash has is not to be had
  /// @return how many bytes were put
  public int doFinal(byte[] to, int offset, int length) {
    int count = Math.min(length, whole.length);
    begun();
    finish(whole);
    begun = false;
    digest.update(outerKey);
    digest.update(whole);
    finish(whole);
    System.arraycopy(whole, 0, to, offset, count);
    return count;
  }

  private MessageDigest begun() {
    if (!begun) {
      digest.update(innerKey);
      begun = true;
    }
    return digest;
  }

  private void finish(byte[] to) {
    try {
      digest.digest(to, 0, whole.length);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Forgets the key, and what was made with it.
  @Override
  public void close() {
    digest.reset();
    begun = false;
    Arrays.fill(innerKey, (byte) 0);
    Arrays.fill(outerKey, (byte) 0);
    Arrays.fill(whole, (byte) 0);
    home.give(this);
  }

  @Override
  public String toString() {
    return "Hmac[" + digest.getAlgorithm() + "]";
  }
}
