package dev.millrace.tls.crypto;

import dev.millrace.tls.pool.Pool;
import dev.millrace.tls.wire.AeadAlgorithm;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// What seals or opens with one AEAD algorithm (RFC 5116), until it is closed.
///
/// There are two ciphers behind it, where native code is installed. The JDK's is the fastest for
/// whole records, but makes a table of about 900 bytes for each, and a schedule of the key that
/// stays with it. The native one makes next to nothing, and is as fast for the small records of
/// which handshakes, alerts and requests are made: a connection that sends no others never makes
/// the JDK's. The choice is by the length alone, and may change with each record: nonces are unique
/// under a key, whoever uses them.
///
/// A native cipher goes back to a pool when this is closed, with a key that is nobody's in the
/// place of the last. The JDK's is left to the garbage collector.
///
/// For one thread at a time.
public final class AeadCipher implements AutoCloseable {
  /// Up to how many bytes are small.
  static final int SMALL = 1024;

  private static final int KEPT = 64;

  private final Source source;
  private @Nullable SecretKey key;
  private AeadOperation.@Nullable Copying small;
  private AeadOperation.@Nullable Straight large;

  private AeadCipher(Source source) {
    this.source = source;
  }

  /// The ciphers of one algorithm.
  ///
  /// Safe for use by several threads.
  static final class Source {
    private final AeadAlgorithm algorithm;
    private final Provider provider;
    private final Provider providerForSmall;
    private final @Nullable Pool<AeadOperation.Copying> small;
    private final SecretKey nobodys;

    /// @param provider of the cipher for everything, or where there is another for small content,
    ///   for the rest
    /// @throws GeneralSecurityException if a provider does not have it
    Source(AeadAlgorithm algorithm, Provider provider, @Nullable Provider forSmall)
        throws GeneralSecurityException {
      this.algorithm = algorithm;
      this.provider = cipher(algorithm, provider).getProvider();
      this.nobodys = new SecretKeySpec(new byte[algorithm.keyLength()], keyName(algorithm));
      this.providerForSmall = forSmall == null ? provider : forSmall;
      this.small =
          forSmall == null
              ? null
              : new Pool<>(KEPT, () -> new AeadOperation.Copying(existing(algorithm, forSmall)));
    }

    static Cipher cipher(AeadAlgorithm algorithm, Provider provider)
        throws GeneralSecurityException {
      return Cipher.getInstance(transformation(algorithm), provider);
    }

    private static Cipher existing(AeadAlgorithm algorithm, Provider provider) {
      try {
        return cipher(algorithm, provider);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }

    Provider provider() {
      return provider;
    }

    Provider providerForSmall() {
      return providerForSmall;
    }

    AeadCipher cipher() {
      return new AeadCipher(this);
    }
  }

  /// This, to work with a key from now on.
  ///
  /// @param next without an encoding, if it lives in a token: its provider is found by the key
  public AeadCipher with(SecretKey next) {
    key = next.getFormat() == null ? next : new NamedKey(keyName(source.algorithm), next);
    return this;
  }

  /// What seals or opens with the key and a nonce, once.
  ///
  /// @param mode [Cipher#ENCRYPT_MODE] or [Cipher#DECRYPT_MODE]
  /// @param nonce is copied
  /// @param length of what it is given, or more
  /// @throws IllegalStateException if there is no key, or it is closed
  public AeadOperation set(int mode, byte[] nonce, int length) throws GeneralSecurityException {
    SecretKey current = key;
    if (current == null) {
      throw new IllegalStateException("no key");
    }
    AeadOperation operation =
        current.getFormat() == null
            ? new AeadOperation.Straight(Cipher.getInstance(transformation(source.algorithm)))
            : operation(length);
    operation.cipher.init(mode, current, parameters(nonce));
    return operation;
  }

  private AeadOperation operation(int length) {
    if (source.small != null && length <= SMALL) {
      if (small == null) {
        small = source.small.take();
      }
      return small;
    }
    if (large == null) {
      large = new AeadOperation.Straight(Source.existing(source.algorithm, source.provider));
    }
    return large;
  }

  private AlgorithmParameterSpec parameters(byte[] nonce) {
    return switch (source.algorithm) {
      case AES_128_GCM, AES_256_GCM ->
          new GCMParameterSpec(AeadAlgorithm.TAG_LENGTH * Byte.SIZE, nonce);
      case CHACHA20_POLY1305 -> new IvParameterSpec(nonce);
    };
  }

  private static String keyName(AeadAlgorithm algorithm) {
    return switch (algorithm) {
      case AES_128_GCM, AES_256_GCM -> "AES";
      case CHACHA20_POLY1305 -> "ChaCha20";
    };
  }

  private static String transformation(AeadAlgorithm aead) {
    return switch (aead) {
      case AES_128_GCM, AES_256_GCM -> "AES/GCM/NoPadding";
      case CHACHA20_POLY1305 -> "ChaCha20-Poly1305";
    };
  }

  /// Forgets the key.
  @Override
  public void close() {
    key = null;
    large = null;
    AeadOperation.Copying used = small;
    small = null;
    if (used != null && source.small != null) {
      try {
        wipe(used);
        source.small.give(used);
      } catch (GeneralSecurityException e) {
        // It is left to the garbage collector then.
      }
    }
  }

  /// Ciphers refuse a key and a nonce that they have sealed with before.
  private void wipe(AeadOperation.Copying used) throws GeneralSecurityException {
    byte[] nonce = new byte[AeadAlgorithm.NONCE_LENGTH];
    long number = used.wipes++;
    for (int i = 0; i < Long.BYTES; i++) {
      nonce[i] = (byte) (number >>> (Byte.SIZE * i));
    }
    used.cipher.init(Cipher.ENCRYPT_MODE, source.nobodys, parameters(nonce));
  }

  /// A secret under the name that ciphers want their keys to have.
  private record NamedKey(String algorithm, SecretKey secret) implements SecretKey {
    @Override
    public String getAlgorithm() {
      return algorithm;
    }

    @Override
    public String getFormat() {
      return secret.getFormat();
    }

    @Override
    public byte[] getEncoded() {
      return secret.getEncoded();
    }
  }
}
