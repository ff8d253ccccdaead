package dev.millrace.seal;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Factory;

/// Puts together what a compressed container has in its segments, truly or not.
final class Inner {
  static final int COMPRESSED = 0;
  static final int STORED = 1;
  static final int PAGE = 2;
  static final int END = 3;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /// One honest block of bytes, at most of the block size, with its page and its end.
  static byte[] honest(int codec, byte[] block) {
    byte[] compressed = compress(codec, block);
    return new Inner()
        .block(compressed, block.length)
        .page(compressed.length)
        .end(block.length, 8 + compressed.length)
        .done();
  }

  static byte[] compress(int codec, byte[] block) {
    return codec == Forger.ZSTD
        ? Zstd.compress(block, 1)
        : LZ4Factory.safeInstance().fastCompressor().compress(block);
  }

  Inner item(int kind, int size, int number) {
    bytes.writeBytes(ByteBuffer.allocate(8).putInt(kind << 28 | size).putInt(number).array());
    return this;
  }

  Inner bytes(byte[] more) {
    bytes.writeBytes(more);
    return this;
  }

  Inner longs(long... numbers) {
    ByteBuffer more = ByteBuffer.allocate(8 * numbers.length);
    more.asLongBuffer().put(numbers);
    return bytes(more.array());
  }

  Inner block(byte[] compressed, int number) {
    return item(COMPRESSED, compressed.length, number).bytes(compressed);
  }

  Inner stored(byte[] block) {
    return item(STORED, block.length, block.length).bytes(block);
  }

  Inner page(int... sizes) {
    ByteBuffer page = ByteBuffer.allocate(4 * sizes.length);
    page.asIntBuffer().put(sizes);
    return item(PAGE, page.capacity(), sizes.length).bytes(page.array());
  }

  /// An end that says where it is, as it should.
  Inner end(long total, long... pages) {
    long at = position();
    return item(END, 8 * (pages.length + 1), pages.length).longs(total).longs(pages).longs(at);
  }

  /// Bytes so far.
  int position() {
    return bytes.size();
  }

  byte[] done() {
    return bytes.toByteArray();
  }

  @Override
  public String toString() {
    return Arrays.toString(done());
  }
}
