package dev.millrace.seal;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jpountz.lz4.LZ4Factory;

/// What a compressed container has in its segments, read as `docs/seal-format.md` says and with
/// everything checked that it says.
///
/// @param blocks the blocks in their order
/// @param total bytes of them all, as the end says
record Unpacked(List<Block> blocks, long total) {
  /// @param compressed whether it is
  /// @param size bytes when it is decompressed
  /// @param bytes the block as it stands there
  record Block(boolean compressed, int size, byte[] bytes) {}

  static Unpacked of(byte[] inner) {
    ByteBuffer from = ByteBuffer.wrap(inner);
    List<Block> blocks = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    List<Long> pages = new ArrayList<>();
    long total = 0;
    while (true) {
      int start = from.position();
      int first = from.getInt();
      int size = first & 0x0FFF_FFFF;
      int number = from.getInt();
      switch (first >>> 28) {
        case Inner.COMPRESSED, Inner.STORED -> {
          byte[] bytes = new byte[size];
          from.get(bytes);
          blocks.add(new Block(first >>> 28 == Inner.COMPRESSED, number, bytes));
          sizes.add(size);
          total += number;
        }
        case Inner.PAGE -> {
          assertThat(size).isEqualTo(4 * number);
          assertThat(number).isEqualTo(sizes.size()).isBetween(1, 4096);
          sizes.forEach(expected -> assertThat(from.getInt()).isEqualTo(expected));
          sizes.clear();
          pages.add((long) start);
        }
        case Inner.END -> {
          assertThat(sizes).isEmpty();
          assertThat(number).isEqualTo(pages.size());
          assertThat(size).isEqualTo(8 * (number + 1));
          assertThat(from.getLong()).isEqualTo(total);
          pages.forEach(expected -> assertThat(from.getLong()).isEqualTo(expected));
          assertThat(from.getLong()).isEqualTo(start);
          assertThat(from.hasRemaining()).isFalse();
          return new Unpacked(blocks, total);
        }
        default -> throw new AssertionError("an item of kind " + (first >>> 28));
      }
    }
  }

  /// All blocks, decompressed by the libraries as they are.
  static byte[] content(int codec, byte[] inner) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (Block block : of(inner).blocks) {
      if (!block.compressed) {
        content.writeBytes(block.bytes);
      } else if (codec == Forger.ZSTD) {
        content.writeBytes(Zstd.decompress(block.bytes, block.size));
      } else {
        content.writeBytes(
            LZ4Factory.safeInstance().safeDecompressor().decompress(block.bytes, block.size));
      }
    }
    return content.toByteArray();
  }
}
