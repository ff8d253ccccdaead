package dev.millrace.bench.placement.side;

import dev.millrace.fleet.Tier;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The first bytes of SHA-256 modulo the number of nodes, by the JDK's digest, of which there is
/// one for all keys.
///
/// @param salt what is digested ahead of a key
/// @param bytes 4 or 8
record Digesting(MessageDigest digest, byte[] salt, int bytes, int nodes) implements Placing {
  private static final byte[] NONE = {};

  /// @param hash the tier whose hash it has: that of the main tier digests keys alone
  static Digesting of(int bytes, int nodes, Tier hash) {
    byte[] salt =
        switch (hash) {
          case MAIN -> NONE;
          case AUXILIARY -> hash.name().getBytes(StandardCharsets.UTF_8);
        };
    try {
      return new Digesting(MessageDigest.getInstance("SHA-256"), salt, bytes, nodes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int place(String key) {
    digest.update(salt);
    ByteBuffer hash = ByteBuffer.wrap(digest.digest(key.getBytes(StandardCharsets.UTF_8)));
    return Math.floorMod(bytes == Integer.BYTES ? hash.getInt() : hash.getLong(), nodes);
  }
}
