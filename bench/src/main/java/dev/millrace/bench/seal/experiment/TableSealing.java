package dev.millrace.bench.seal.experiment;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/// Compression that hides the Huffman tables and nothing else. **It protects nothing**:
/// [KnownPlaintextAttack] reads what it seals.
///
/// The idea is that a compressed stream cannot be read without the tables that its codes are made
/// from, so that it is enough to encrypt these, which are few. Content is compressed by DEFLATE;
/// every block that has no tables of its own is written anew as one that has; the tables of all
/// blocks are encrypted with AES-GCM under a fresh nonce, and the rest stays as it is.
public final class TableSealing {
  private static final int LEVEL = 6;
  private static final SecureRandom RANDOM = new SecureRandom();

  private TableSealing() {}

  /// Compresses content, and seals the tables, and nothing else.
  ///
  /// @param key for AES
  public static byte[] seal(byte[] content, SecretKey key) throws GeneralSecurityException {
    List<Block> blocks = takenApart(deflated(content));
    ByteArrayOutputStream tables = new ByteArrayOutputStream();
    blocks.forEach(block -> tables.writeBytes(block.tables().bytes()));
    byte[] nonce = new byte[SealedBytes.NONCE];
    RANDOM.nextBytes(nonce);
    return new SealedBytes(
            nonce,
            blocks.stream().mapToInt(block -> block.tables().count()).toArray(),
            cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(tables.toByteArray()),
            blocks.stream().map(Block::tokens).toList())
        .bytes();
  }

  /// All of it encrypted, as is usual: what the sealing of tables is compared with.
  static byte[] encrypted(byte[] bytes, SecretKey key) throws GeneralSecurityException {
    byte[] nonce = new byte[SealedBytes.NONCE];
    RANDOM.nextBytes(nonce);
    Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce);
    byte[] out = Arrays.copyOf(nonce, nonce.length + bytes.length + SealedBytes.TAG);
    cipher.doFinal(bytes, 0, bytes.length, out, nonce.length);
    return out;
  }

  /// The content again.
  ///
  /// @throws DataFormatException if this cannot have been sealed
  /// @throws GeneralSecurityException if the tables were not sealed with this key
  public static byte[] open(byte[] sealed, SecretKey key)
      throws DataFormatException, GeneralSecurityException {
    return inflated(stream(sealed, key));
  }

  /// The DEFLATE stream that is inside.
  static byte[] stream(byte[] sealed, SecretKey key)
      throws DataFormatException, GeneralSecurityException {
    SealedBytes seen = SealedBytes.parse(sealed);
    ByteBuffer tables =
        ByteBuffer.wrap(cipher(Cipher.DECRYPT_MODE, key, seen.nonce()).doFinal(seen.tables()));
    BitWriter stream = new BitWriter((long) sealed.length * Byte.SIZE);
    for (int i = 0; i < seen.tableBits().length; i++) {
      byte[] head = new byte[Bits.bytes(seen.tableBits()[i])];
      tables.get(head);
      new Block(new Bits(head, seen.tableBits()[i]), seen.tokens().get(i))
          .write(stream, i == seen.tableBits().length - 1);
    }
    return stream.bytes();
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(SealedBytes.TAG * Byte.SIZE, nonce));
    return cipher;
  }

  /// A DEFLATE stream without a header around it.
  static byte[] deflated(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 16];
    try (Deflater deflater = new Deflater(LEVEL, true)) {
      deflater.setInput(content);
      deflater.finish();
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
    }
    return out.toByteArray();
  }

  /// The blocks of what [#deflated] made.
  static List<Block> takenApart(byte[] deflated) {
    try {
      return Block.ofStream(deflated);
    } catch (DataFormatException e) {
      throw new IllegalStateException("the deflater wrote what is no DEFLATE stream", e);
    }
  }

  private static byte[] inflated(byte[] stream) throws DataFormatException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 16];
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(stream);
      while (!inflater.finished()) {
        int count = inflater.inflate(buffer);
        if (count == 0 && !inflater.finished()) {
          throw new DataFormatException("ends early");
        }
        out.write(buffer, 0, count);
      }
      if (inflater.getRemaining() > 0) {
        throw new DataFormatException("something follows the last block");
      }
    }
    return out.toByteArray();
  }
}
