package dev.millrace.bench.seal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.zip.DataFormatException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class BlockTest {
  @Property(tries = 500)
  void a_block_says_the_tokens_it_was_made_of(@ForAll("tokens") int[] tokens) throws Exception {
    Block block = Block.of(tokens);
    BitReader reader = new BitReader(block.tokens());

    assertThat(Block.tokens(reader, block.readTables())).isEqualTo(tokens);
    assertThat(reader.remaining()).isZero();
  }

  @Provide
  Arbitrary<int[]> tokens() {
    Arbitrary<Integer> literal = Arbitraries.integers().between(0, 255);
    Arbitrary<Integer> match =
        Arbitraries.integers()
            .between(3, 258)
            .flatMap(length ->
                Arbitraries.integers()
                    .between(1, 32_768)
                    .map(distance -> Token.match(length, distance)));
    return Arbitraries.oneOf(literal, match).array(int[].class).ofMaxSize(600);
  }

  @Property(tries = 1_000)
  void any_bytes_are_a_stream_or_refused(@ForAll byte[] bytes) {
    Throwable thrown = catchThrowable(() -> Block.ofStream(bytes));

    if (thrown != null) {
      assertThat(thrown).isInstanceOf(DataFormatException.class);
    }
  }

  @Property(tries = 300)
  void no_code_is_longer_than_its_limit(@ForAll("frequencies") int[] frequencies) throws Exception {
    byte[] lengths = CodeLengths.of(frequencies, 7);

    assertThat(lengths).hasSameSizeAs(frequencies);
    for (int symbol = 0; symbol < lengths.length; symbol++) {
      assertThat(lengths[symbol]).isBetween((byte) 0, (byte) 7);
      assertThat(lengths[symbol] > 0).isEqualTo(frequencies[symbol] > 0);
    }
    assertThat(PrefixCode.of(lengths)).isNotNull();
  }

  @Provide
  Arbitrary<int[]> frequencies() {
    return Arbitraries.integers()
        .between(0, 1 << 20)
        .array(int[].class)
        .ofMinSize(1)
        .ofMaxSize(128);
  }

  @Test
  void code_lengths_are_the_best_there_are() {
    int[] fibonacci = {1, 1, 2, 3, 5, 8, 13, 21};

    assertThat(CodeLengths.of(fibonacci, 15)).containsExactly(7, 7, 6, 5, 4, 3, 2, 1);
    assertThat(CodeLengths.of(fibonacci, 4)).containsExactly(4, 4, 4, 4, 3, 3, 2, 2);
  }
}
