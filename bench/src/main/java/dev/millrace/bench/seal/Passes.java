package dev.millrace.bench.seal;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// A buffer that is larger than the processor's last cache, sealed in one pass, or in two: all of
/// it compressed, then all of that encrypted. Either with zstd at level 1, blocks of 64 KiB,
/// AES-256 in pieces of a segment's size, from array to array. For one thread.
final class Passes {
  private static final int BLOCK = 64 << 10;
  private static final int SEGMENT = SealConfig.standard().segmentSize();

  private final Cipher cipher;
  private final SecretKeySpec key = new SecretKeySpec(new byte[32], "AES");
  private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(1);
  private final Sealer sealer;
  private final byte[] bytes;
  private final byte[] compressed;
  private final byte[] sealed;
  private long nonce;

  Passes(byte[] bytes) throws IOException, GeneralSecurityException {
    this.bytes = bytes;
    cipher = Cipher.getInstance("AES/GCM/NoPadding");
    SealConfig config = SealConfig.standard().withCompression(new Compression.Zstd(1));
    sealer = new Sealer(config, Keyring.parse(List.of(Keyring.newKey())));
    sealed = new byte[(int) sealer.mostBytes(bytes.length)];
    compressed = new byte[bytes.length + (int) Zstd.compressBound(BLOCK)];
  }

  /// Seals all.
  ///
  /// @return megabytes per second
  double one() {
    long start = System.nanoTime();
    MemorySegment to = MemorySegment.ofArray(sealed);
    boolean _ = sealer.seal(MemorySegment.ofArray(bytes), to, Binding.none(), false) > 0;
    return rate(start);
  }

  /// Compresses all, then encrypts all.
  ///
  /// @return megabytes per second
  double two() throws GeneralSecurityException {
    long start = System.nanoTime();
    int length = 0;
    for (int i = 0; i < bytes.length; i += BLOCK) {
      int room = compressed.length - length;
      length += compressor.compressByteArray(compressed, length, room, bytes, i, BLOCK);
    }
    int out = 0;
    for (int i = 0; i < length; i += SEGMENT) {
      byte[] iv = ByteBuffer.allocate(12).putLong(nonce++).array();
      cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, iv));
      out += cipher.doFinal(compressed, i, Math.min(SEGMENT, length - i), sealed, out);
    }
    return rate(start);
  }

  private double rate(long start) {
    return bytes.length * 1e3 / (System.nanoTime() - start);
  }
}
