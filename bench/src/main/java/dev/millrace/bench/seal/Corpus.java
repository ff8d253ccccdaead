package dev.millrace.bench.seal;

import dev.millrace.bench.store.Zipf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/// Bytes as services read them, the same for the same seed.
enum Corpus {
  /// Sentences of words, of which each comes as often as Zipf's law says.
  TEXT {
    @Override
    void fill(ByteBuffer to, SplittableRandom random) {
      byte[][] words = words(20_000, random);
      Zipf ranks = new Zipf(words.length, 1, random.nextLong());
      for (int left = 0; to.remaining() > LONGEST; left--) {
        byte[] word = words[ranks.next()];
        boolean begins = left == 0;
        to.put((byte) (begins ? Character.toUpperCase(word[0]) : word[0]));
        to.put(word, 1, word.length - 1);
        left = begins ? random.nextInt(5, 25) : left;
        to.put((byte) (left == 1 ? '.' : random.nextInt(12) == 0 ? ',' : ' '));
        to.put((byte) (random.nextInt(14) == 0 ? '\n' : ' '));
      }
    }
  },

  /// Lines of a log, each an object of the same members.
  JSON {
    @Override
    void fill(ByteBuffer to, SplittableRandom random) {
      byte[][] words = words(500, random);
      Zipf ranks = new Zipf(words.length, 1, random.nextLong());
      long time = 1_790_000_000_000L;
      while (to.remaining() > LONGEST) {
        time += random.nextInt(1, 400);
        String line =
            ("{\"id\":\"%s\",\"time\":%d,\"user\":%d,\"path\":\"/%s/%s/%s\",\"status\":%d,"
                    + "\"bytes\":%d,\"ms\":%.3f,\"tags\":[\"%s\",\"%s\"]}%n")
                .formatted(
                    new UUID(random.nextLong(), random.nextLong()),
                    time,
                    random.nextInt(100_000),
                    word(words, ranks),
                    word(words, ranks),
                    word(words, ranks),
                    random.nextInt(20) == 0 ? 404 : 200,
                    random.nextInt(1 << 20),
                    -Math.log(random.nextDouble()) * 20,
                    word(words, ranks),
                    word(words, ranks));
        to.put(line.getBytes(StandardCharsets.UTF_8));
      }
    }
  },

  /// Column after column of a few thousand rows, as Parquet lays them out without compression:
  /// times that grow, amounts, ids of a dictionary, flags in runs, and the dictionary.
  PARQUET {
    private static final int ROWS = 4096;

    @Override
    void fill(ByteBuffer to, SplittableRandom random) {
      byte[][] words = words(400, random);
      Zipf ids = new Zipf(256, 1, random.nextLong());
      to.order(ByteOrder.LITTLE_ENDIAN);
      long time = 1_790_000_000_000L;
      while (to.remaining() > ROWS * 24) {
        for (int row = 0; row < ROWS; row++) {
          time += random.nextInt(50);
          to.putLong(time);
        }
        for (int row = 0; row < ROWS; row++) {
          to.putDouble(random.nextInt(1_000_000) / 100.0);
        }
        for (int row = 0; row < ROWS; row++) {
          to.put((byte) ids.next());
        }
        for (int run = 0; run < ROWS / 64; run++) {
          to.put((byte) random.nextInt(2)).putInt(random.nextInt(1, 128));
        }
        for (byte[] word : words) {
          to.putInt(word.length).put(word);
        }
      }
    }
  },

  /// What is compressed or encrypted already.
  RANDOM {
    @Override
    void fill(ByteBuffer to, SplittableRandom random) {}
  };

  private static final int LONGEST = 1024;

  /// Writes until little room is left.
  abstract void fill(ByteBuffer to, SplittableRandom random);

  byte[] bytes(int size, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] bytes = new byte[size];
    ByteBuffer to = ByteBuffer.wrap(bytes);
    fill(to, random);
    byte[] rest = new byte[to.remaining()];
    random.nextBytes(rest);
    to.put(rest);
    return bytes;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static byte[][] words(int count, SplittableRandom random) {
    String consonants = "bcdfghklmnprstvw";
    String vowels = "aeiou";
    byte[][] words = new byte[count][];
    for (int i = 0; i < count; i++) {
      StringBuilder word = new StringBuilder();
      for (int syllables = random.nextInt(1, 5); syllables > 0; syllables--) {
        word.append(consonants.charAt(random.nextInt(consonants.length())));
        word.append(vowels.charAt(random.nextInt(vowels.length())));
      }
      words[i] = word.toString().getBytes(StandardCharsets.US_ASCII);
    }
    return words;
  }

  private static String word(byte[][] words, Zipf ranks) {
    return new String(words[ranks.next()], StandardCharsets.US_ASCII);
  }
}
