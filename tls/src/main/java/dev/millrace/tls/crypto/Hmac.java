package dev.millrace.tls.crypto;

import dev.millrace.tls.pool.Pool;
import dev.millrace.tls.wire.HashAlgorithm;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/// HMAC (RFC 2104) under one key after the other, until it is closed.
///
/// A handshake takes some thirty HMACs, and finding and making the JCA's `Mac` costs more than the
/// HMAC itself. So there is a pool of them for each hash; closing keys the `Mac` with a public
/// value, over what it knew, and gives it back.
///
/// For one thread at a time.
public final class Hmac implements AutoCloseable {
  private static final int KEPT = 32;
  private static final SecretKey NO_SECRET = new SecretKeySpec(new byte[1], "public");

  private final Mac mac;
  private final Pool<Hmac> home;
  private final byte[] whole;

  private Hmac(Mac mac, Pool<Hmac> home) {
    this.mac = mac;
    this.home = home;
    this.whole = new byte[mac.getMacLength()];
  }

  /// HMAC with one hash, by one provider.
  ///
  /// Safe for use by several threads.
  static final class Source {
    private final Provider provider;
    private final Pool<Hmac> pool;

    /// @throws GeneralSecurityException if the provider does not have it
    Source(HashAlgorithm hash, Provider provider) throws GeneralSecurityException {
      this.provider = Mac.getInstance(hash.hmacName(), provider).getProvider();
      this.pool = new Pool<>(KEPT, () -> make(hash));
    }

    private Hmac make(HashAlgorithm hash) {
      try {
        return new Hmac(Mac.getInstance(hash.hmacName(), provider), pool);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    Provider provider() {
      return provider;
    }

    Hmac with(Secret key) {
      return pool.take().with(key);
    }
  }

  /// This, to work with a key from now on.
  ///
  /// @param key stays the caller's, who may close it at once
  /// @throws IllegalStateException if it is closed
  public Hmac with(SecretKey key) {
    try {
      mac.init(key);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  public Hmac update(byte[] data) {
    mac.update(data);
    return this;
  }

  public Hmac update(byte[] data, int offset, int length) {
    mac.update(data, offset, length);
    return this;
  }

  /// Takes the bytes of a secret.
  ///
  /// @throws IllegalStateException if it is closed
  public Hmac update(Secret secret) {
    secret.feed(mac);
    return this;
  }

  /// Takes the last eight bits of a number.
  public Hmac update(int value) {
    mac.update((byte) value);
    return this;
  }

  /// The HMAC of all that it took since the last one.
  public byte[] doFinal() {
    return mac.doFinal();
  }

  /// Puts the first bytes of the HMAC into an array.
  ///
  /// @param length of what is wanted; more than the hash has is not to be had
  /// @return how many bytes were put
  public int doFinal(byte[] to, int offset, int length) {
    int count = Math.min(length, whole.length);
    try {
      mac.doFinal(whole, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    System.arraycopy(whole, 0, to, offset, count);
    Arrays.fill(whole, (byte) 0);
    return count;
  }

  /// Its digest holds on to the last result until it begins the next.
  @Override
  public void close() {
    mac.update((byte) 0);
    home.give(with(NO_SECRET));
  }

  @Override
  public String toString() {
    return "Hmac[" + mac.getAlgorithm() + "]";
  }
}
