package dev.millrace.seal;

import com.github.luben.zstd.Zstd;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// What compressed containers may have in their segments that is not so. Blocks have 4 KiB.
final class Lies {
  private static final byte[] FULL = new byte[4096];
  private static final byte[] ZEROS = Inner.compress(Forger.ZSTD, FULL);
  private static final byte[] SHORT = {1, 2, 3};

  private Lies() {}

  record Lie(String name, int codec, byte[] inner) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Lie> all() {
    return Stream.of(seenByAll(), aboutTheIndex(), aboutTheOrder()).flatMap(lies -> lies);
  }

  static Stream<Lie> seenByAll() {
    return Stream.of(blocks(), frames(), ends()).flatMap(lies -> lies);
  }

  private static Stream<Lie> blocks() {
    List<Lie> lies = new ArrayList<>();
    lies.add(lie("stored, with another size than it has", one(Inner.STORED, 4096, 4095, FULL)));
    lies.add(lie("of no bytes", one(Inner.STORED, 0, 0, new byte[0])));
    lies.add(lie("of no bytes, compressed", one(Inner.COMPRESSED, 0, 0, new byte[0])));
    lies.add(lie("of nothing", one(Inner.COMPRESSED, 0, 4096, new byte[0])));
    lies.add(lie("larger than a block", one(Inner.STORED, 4097, 4097, new byte[4097])));
    lies.add(lie("much larger", one(Inner.COMPRESSED, ZEROS.length, 1 << 30, ZEROS)));
    lies.add(lie("largest", one(Inner.COMPRESSED, ZEROS.length, Integer.MAX_VALUE, ZEROS)));
    lies.add(lie("of negative size", one(Inner.COMPRESSED, ZEROS.length, -4096, ZEROS)));
    lies.add(lie("no smaller for it", one(Inner.COMPRESSED, 4096, 4096, FULL)));
    lies.add(lie("of the largest size", one(Inner.COMPRESSED, (1 << 28) - 1, 4096, ZEROS)));
    lies.add(lie("longer than the container", one(Inner.STORED, 4096, 4096, SHORT)));
    for (int kind = 4; kind < 16; kind++) {
      lies.add(lie("of kind " + kind, one(kind, ZEROS.length, 4096, ZEROS)));
    }
    lies.add(
        lie(
            "behind the last",
            new Inner().stored(SHORT).stored(SHORT).page(3, 3).end(4097, 22).done()));
    return lies.stream();
  }

  private static Stream<Lie> frames() {
    List<Lie> lies = new ArrayList<>();
    byte[] cut = Arrays.copyOf(ZEROS, ZEROS.length - 1);
    byte[] longer = Arrays.copyOf(ZEROS, ZEROS.length + 1);
    byte[] skipped = {0x50, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 1, 2};
    byte[] dictionary = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0x61, 7, 0, 15, 1, 0, 0};
    byte[] wide = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 0, (byte) 0xF8, 1, 0, 0};
    List<byte[]> bad = List.of(cut, longer, skipped, dictionary, wide, SHORT, new byte[100]);
    for (int i = 0; i < bad.size(); i++) {
      lies.add(lie("frame " + i, block(bad.get(i), 4096)));
      lies.add(new Lie("frame " + i + " as LZ4", Forger.LZ4, block(bad.get(i), 4096)));
    }
    for (int size : new int[] {0, 1, 4095, 4097, 1 << 20}) {
      byte[] other = Zstd.compress(new byte[size], 1);
      lies.add(lie("zstd of " + size + " bytes", block(other, 4096)));
      byte[] lz4 = Inner.compress(Forger.LZ4, new byte[size]);
      if (lz4.length < 4096) {
        lies.add(new Lie("LZ4 of " + size + " bytes", Forger.LZ4, block(lz4, 4096)));
      }
    }
    // An offset before the beginning of the block.
    byte[] before = {0x14, 'a', (byte) 0xFF, 0x7F, 0x50, 1, 2, 3, 4, 5};
    lies.add(new Lie("LZ4 from before", Forger.LZ4, block(before, 14)));
    return lies.stream();
  }

  private static Stream<Lie> ends() {
    List<Lie> lies = new ArrayList<>();
    lies.add(lie("nothing at all", new byte[0]));
    lies.add(lie("seven bytes", new byte[7]));
    lies.add(lie("eight zeros", new byte[8]));
    lies.add(lie("zeros", new byte[5000]));
    lies.add(lie("no end", new Inner().stored(FULL).page(4096).done()));
    for (long total : new long[] {0, 1, 4095, 4097, 8192, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      byte[] inner = new Inner().stored(FULL).page(4096).end(total, 4104).done();
      lies.add(lie("a total of " + total, inner));
    }
    for (int number : new int[] {0, 2, 1 << 20, Integer.MAX_VALUE, -1}) {
      for (int size : new int[] {0, 8, 16, 24, (1 << 28) - 8, (1 << 28) - 1}) {
        Inner inner = new Inner().stored(FULL).page(4096);
        long at = inner.position();
        byte[] end = inner.item(Inner.END, size, number).longs(4096, 4104, at).done();
        lies.add(lie(number + " pages in an end of " + size, end));
      }
    }
    byte[] behind = new Inner().stored(FULL).page(4096).end(4096, 4104).bytes(SHORT).done();
    lies.add(lie("bytes behind the end", behind));
    return lies.stream();
  }

  static Stream<Lie> aboutTheIndex() {
    List<Lie> lies = new ArrayList<>();
    for (long at : new long[] {0, 4103, 4105, 4112, 1L << 40, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      lies.add(lie("a page at " + at, new Inner().stored(FULL).page(4096).end(4096, at).done()));
      byte[] inner =
          new Inner().stored(FULL).page(4096).item(Inner.END, 16, 1).longs(4096, 4104, at).done();
      lies.add(lie("an end at " + at, inner));
    }
    for (int size : new int[] {0, 1, 4095, 4097, -1, Integer.MIN_VALUE}) {
      lies.add(
          lie("a block of " + size, new Inner().stored(FULL).page(size).end(4096, 4104).done()));
    }
    Inner two = new Inner().stored(FULL).stored(FULL).page(4096, 4096);
    lies.add(lie("a page of too many blocks", two.end(8193, 8208).done()));
    lies.add(lie("no page", new Inner().stored(FULL).end(4096, 4104).done()));
    return lies.stream();
  }

  static Stream<Lie> aboutTheOrder() {
    List<Lie> lies = new ArrayList<>();
    for (int number : new int[] {0, 2, 4096, 4097, Integer.MAX_VALUE}) {
      Inner inner = new Inner().stored(FULL);
      inner.item(Inner.PAGE, 4, number).bytes(new byte[4]);
      int page = inner.position();
      lies.add(lie("a page of " + number, inner.page(4096).end(4096, page).done()));
    }
    Inner more = new Inner().stored(FULL).page(4096);
    lies.add(lie("a block nobody knows of", more.stored(FULL).end(4096, 4104).done()));
    byte[] twice = new Inner().stored(FULL).page(4096).end(4096, 4104).end(4096, 4104).done();
    lies.add(lie("two ends, one for each reader", twice));
    Inner early = new Inner().end(0).stored(FULL);
    lies.add(lie("an end at the beginning", early.page(4096).end(4096, 4104 + 24).done()));
    return lies.stream();
  }

  private static byte[] block(byte[] compressed, int number) {
    return one(Inner.COMPRESSED, compressed.length, number, compressed);
  }

  /// One block, with the page and the end that it should have.
  private static byte[] one(int kind, int size, int number, byte[] bytes) {
    Inner inner = new Inner().item(kind, size, number).bytes(bytes);
    int page = inner.position();
    return inner.page(size).end(Math.clamp(number, 1, 4096), page).done();
  }

  private static Lie lie(String name, byte[] inner) {
    return new Lie(name, Forger.ZSTD, inner);
  }
}
