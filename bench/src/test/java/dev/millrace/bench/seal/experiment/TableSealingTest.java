package dev.millrace.bench.seal.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import javax.crypto.AEADBadTagException;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TableSealingTest {
  private static final SecretKey KEY = key(1);

  static List<byte[]> contents() {
    return List.of(
        new byte[0],
        new byte[] {42},
        new byte[1 << 20],
        random(1),
        random(65_536),
        random(100_000),
        random(3 << 20),
        "short, hence in a fixed block".getBytes(UTF_8),
        Orders.json(2_000_000, 1));
  }

  @ParameterizedTest
  @MethodSource("contents")
  void what_is_sealed_opens_to_the_same(byte[] content) throws Exception {
    assertThat(TableSealing.open(TableSealing.seal(content, KEY), KEY)).isEqualTo(content);
  }

  @Property(tries = 300)
  void any_content_opens_to_the_same(@ForAll("pieces") byte[] content) throws Exception {
    assertThat(TableSealing.open(TableSealing.seal(content, KEY), KEY)).isEqualTo(content);
  }

  /// Random bytes, bytes of few values, and repetitions, one after another: what is stored, fixed
  /// and dynamic by turns.
  @Provide
  Arbitrary<byte[]> pieces() {
    Arbitrary<byte[]> piece =
        Combinators.combine(
                Arbitraries.longs(),
                Arbitraries.integers().between(0, 40_000),
                Arbitraries.integers().between(1, 256),
                Arbitraries.integers().between(1, 2_000))
            .as(TableSealingTest::piece);
    return piece.list().ofMaxSize(5).map(TableSealingTest::joined);
  }

  private static byte[] piece(long seed, int size, int values, int period) {
    byte[] piece = new byte[size];
    Random random = new Random(seed);
    for (int i = 0; i < size; i++) {
      piece[i] = i >= period && values % 2 == 0 ? piece[i - period] : (byte) random.nextInt(values);
    }
    return piece;
  }

  private static byte[] joined(List<byte[]> pieces) {
    byte[] all = new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
    int size = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, all, size, piece.length);
      size += piece.length;
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("contents")
  void what_is_inside_is_a_deflate_stream(byte[] content) throws Exception {
    byte[] stream = TableSealing.stream(TableSealing.seal(content, KEY), KEY);

    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(stream);
      byte[] inflated = new byte[content.length + 1];
      assertThat(inflater.inflate(inflated)).isEqualTo(content.length);
      assertThat(inflater.finished()).isTrue();
      assertThat(inflater.getRemaining()).isZero();
      assertThat(Arrays.copyOf(inflated, content.length)).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @MethodSource("contents")
  void every_block_inside_is_dynamic(byte[] content) throws Exception {
    byte[] stream = TableSealing.stream(TableSealing.seal(content, KEY), KEY);
    BitReader reader = new BitReader(stream);
    boolean last = false;

    while (!last) {
      last = reader.read(1) == 1;
      assertThat(reader.read(2)).isEqualTo(2);
      assertThat(Block.tokens(reader, Tables.read(reader))).isNotNull();
    }
  }

  @Test
  void the_same_content_is_sealed_under_a_fresh_nonce_each_time() throws Exception {
    byte[] content = Orders.json(5_000, 1);

    assertThat(TableSealing.seal(content, KEY)).isNotEqualTo(TableSealing.seal(content, KEY));
  }

  @Test
  void nothing_opens_with_another_key() throws Exception {
    byte[] sealed = TableSealing.seal(Orders.json(5_000, 1), KEY);

    assertThatExceptionOfType(AEADBadTagException.class)
        .isThrownBy(() -> TableSealing.open(sealed, key(2)));
  }

  @Property(tries = 500)
  void what_was_damaged_is_refused_or_opens_to_something_else(
      @ForAll @IntRange(max = 3_000) int place, @ForAll byte damage) throws Exception {
    byte[] content = Orders.json(8_000, 1);
    byte[] sealed = TableSealing.seal(content, KEY);
    sealed[place % sealed.length] ^= damage;

    assertRefusedOrOpened(sealed);
  }

  @Property(tries = 300)
  void what_was_cut_off_is_refused(@ForAll @IntRange(max = 3_000) int size) throws Exception {
    byte[] sealed = TableSealing.seal(Orders.json(8_000, 1), KEY);
    byte[] cut = Arrays.copyOf(sealed, size % sealed.length);

    assertThat(catchThrowable(() -> TableSealing.open(cut, KEY)))
        .isInstanceOfAny(DataFormatException.class, GeneralSecurityException.class);
  }

  @Property(tries = 500)
  void any_bytes_are_refused_or_opened(@ForAll byte[] bytes) {
    assertRefusedOrOpened(bytes);
  }

  /// A tampered table is refused, a tampered token is not: nothing vouches for those.
  @Test
  void content_can_be_changed_without_the_key() throws Exception {
    byte[] content = Orders.json(8_000, 1);
    byte[] sealed = TableSealing.seal(content, KEY);
    boolean changed = false;

    for (int back = 40; back < 200 && !changed; back++) {
      byte[] tampered = sealed.clone();
      tampered[sealed.length - back] ^= 1;
      try {
        changed = !Arrays.equals(TableSealing.open(tampered, KEY), content);
      } catch (DataFormatException _) {
        // The codes that follow no longer meet the end of the block.
      }
    }

    assertThat(changed).isTrue();
  }

  private static void assertRefusedOrOpened(byte[] sealed) {
    Throwable thrown = catchThrowable(() -> TableSealing.open(sealed, KEY));
    if (thrown != null) {
      assertThat(thrown).isInstanceOfAny(DataFormatException.class, GeneralSecurityException.class);
    }
  }

  private static SecretKey key(int fill) {
    byte[] key = new byte[16];
    Arrays.fill(key, (byte) fill);
    return new SecretKeySpec(key, "AES");
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }
}
