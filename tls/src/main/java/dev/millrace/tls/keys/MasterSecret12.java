package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.HashAlgorithm;
import dev.millrace.tls.wire.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The secret that all keys of a TLS 1.2 session are derived from (RFC 5246, section 8.1).
///
/// Safe for use by several threads until it is closed; whoever holds it closes it.
public final class MasterSecret12 implements AutoCloseable {
  /// RFC 5246, section 8.1: "The master secret is always exactly 48 bytes in length."
  public static final int LENGTH = 48;

  /// RFC 5246, section 7.4.9: "Any cipher suite which does not explicitly specify
  /// verify_data_length has a verify_data_length equal to 12."
  private static final int VERIFY_DATA_LENGTH = 12;

  /// RFC 5705, section 6: "These entries are reserved and MUST NOT be used for the purpose
  /// described in RFC 5705, in order to avoid confusion with similar, but distinct, use in RFC
  /// 5246."
  private static final Set<String> RESERVED_LABELS =
      Set.of("client finished", "server finished", "master secret", "key expansion");

  private static final byte[] EXTENDED_MASTER_SECRET = bytes("extended master secret");
  private static final byte[] MASTER_SECRET = bytes("master secret");
  private static final byte[] KEY_EXPANSION = bytes("key expansion");
  private static final byte[] CLIENT_FINISHED = bytes("client finished");
  private static final byte[] SERVER_FINISHED = bytes("server finished");

  private final CryptoServices services;
  private final HashAlgorithm hash;
  private final Secret secret;

  private MasterSecret12(CryptoServices services, HashAlgorithm hash, Secret secret) {
    this.services = services;
    this.hash = hash;
    this.secret = secret;
  }

  /// That of a handshake with the extended master secret (RFC 7627, section 4).
  ///
  /// @param premaster is zeroed
  /// @param sessionHash the transcript hash up to the ClientKeyExchange
  public static MasterSecret12 extended(
      CryptoServices services, HashAlgorithm hash, Secret premaster, byte[] sessionHash) {
    return of(services, hash, premaster, EXTENDED_MASTER_SECRET, sessionHash);
  }

  /// That of a handshake without the extended master secret.
  ///
  /// @param premaster is zeroed
  public static MasterSecret12 plain(
      CryptoServices services,
      HashAlgorithm hash,
      Secret premaster,
      byte[] clientRandom,
      byte[] serverRandom) {
    return of(services, hash, premaster, MASTER_SECRET, concat(clientRandom, serverRandom));
  }

  // RFC 5246, section 8.1: "The pre_master_secret should be deleted from memory once the
  // master_secret has been computed."
  private static MasterSecret12 of(
      CryptoServices services, HashAlgorithm hash, Secret premaster, byte[] label, byte[] seed) {
    try (premaster) {
      byte[] master = Prf12.expand(services, hash, premaster, label, seed, LENGTH);
      return new MasterSecret12(services, hash, new Secret(master));
    }
  }

  /// That of a session that is resumed.
  ///
  /// @param stored what [#bytes] gave; becomes this one's own
  /// @throws IllegalArgumentException if it is not 48 bytes long
  public static MasterSecret12 resumed(CryptoServices services, HashAlgorithm hash, byte[] stored) {
    if (stored.length != LENGTH) {
      throw new IllegalArgumentException("a master secret of " + stored.length + " bytes");
    }
    return new MasterSecret12(services, hash, new Secret(stored));
  }

  /// A copy of the 48 bytes, to store with a session or for a key log. The caller zeroes it.
  public byte[] bytes() {
    return secret.getEncoded();
  }

  /// The keys for one connection of the session (RFC 5246, section 6.3).
  public KeyBlock keyBlock(AeadAlgorithm aead, byte[] clientRandom, byte[] serverRandom) {
    int keyLength = aead.keyLength();
    int ivLength = aead.fixedIvLength12();
    byte[] seed = concat(serverRandom, clientRandom);
    byte[] block = expand(KEY_EXPANSION, seed, 2 * (keyLength + ivLength));
    int ivs = 2 * keyLength;
    KeyBlock keys =
        new KeyBlock(
            new RecordKeys(
                new Secret(Arrays.copyOf(block, keyLength)),
                Arrays.copyOfRange(block, ivs, ivs + ivLength)),
            new RecordKeys(
                new Secret(Arrays.copyOfRange(block, keyLength, ivs)),
                Arrays.copyOfRange(block, ivs + ivLength, block.length)));
    Arrays.fill(block, (byte) 0);
    return keys;
  }

  /// The `verify_data` of the client's Finished, 12 bytes.
  ///
  /// @param transcriptHash of all messages before it
  public byte[] clientFinished(byte[] transcriptHash) {
    return expand(CLIENT_FINISHED, transcriptHash, VERIFY_DATA_LENGTH);
  }

  /// The `verify_data` of the server's Finished, 12 bytes.
  ///
  /// @param transcriptHash of all messages before it
  public byte[] serverFinished(byte[] transcriptHash) {
    return expand(SERVER_FINISHED, transcriptHash, VERIFY_DATA_LENGTH);
  }

  /// Keying material for an application (RFC 5705, section 4).
  ///
  /// @param context 65535 bytes at most; empty is not the same as null, which is none at all
  /// @param length bytes to make, at least 1
  /// @throws IllegalArgumentException if the label is one of TLS itself, the context is too long,
  ///   or the length is out of range
  public byte[] export(
      String label,
      byte @Nullable [] context,
      int length,
      byte[] clientRandom,
      byte[] serverRandom) {
    if (RESERVED_LABELS.contains(label)) {
      throw new IllegalArgumentException("TLS itself uses the label \"" + label + "\"");
    }
    if (length < 1) {
      throw new IllegalArgumentException("cannot make " + length + " bytes");
    }
    WireWriter seed = new WireWriter().bytes(clientRandom).bytes(serverRandom);
    if (context != null) {
      seed.opaque16(context);
    }
    return expand(bytes(label), seed.toByteArray(), length);
  }

  private byte[] expand(byte[] label, byte[] seed, int length) {
    return Prf12.expand(services, hash, secret, label, seed, length);
  }

  private static byte[] bytes(String label) {
    return label.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] concat(byte[] first, byte[] second) {
    return new WireWriter(first.length + second.length).bytes(first).bytes(second).toByteArray();
  }

  @Override
  public void close() {
    secret.close();
  }

  @Override
  public String toString() {
    return "MasterSecret12[" + hash + "]";
  }
}
