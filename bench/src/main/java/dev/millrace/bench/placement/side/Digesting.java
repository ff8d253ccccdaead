package dev.millrace.bench.placement.side;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// The first bytes of SHA-256 modulo the number of nodes, by the JDK's digest, of which there is
/// one for all keys.
///
/// @param bytes 4 or 8
record Digesting(MessageDigest digest, int bytes, int nodes) implements Placing {
  static Digesting of(int bytes, int nodes) {
    try {
      return new Digesting(MessageDigest.getInstance("SHA-256"), bytes, nodes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int place(String key) {
    ByteBuffer hash = ByteBuffer.wrap(digest.digest(key.getBytes(StandardCharsets.UTF_8)));
    return Math.floorMod(bytes == Integer.BYTES ? hash.getInt() : hash.getLong(), nodes);
  }
}
