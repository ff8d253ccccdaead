package dev.millrace.bench.seal.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The attacks have no key: each test makes one of its own and gives it to nobody.
class KnownPlaintextAttackTest {
  @ParameterizedTest
  @CsvSource({"768, 0.99", "1024, 0.99", "2048, 0.99"})
  void content_is_recovered_without_the_key_from_a_known_header(int known, double share)
      throws Exception {
    byte[] content = Orders.json(60_000, 1);

    assertThat(shareRecovered(content, known)).isGreaterThan(share);
  }

  @ParameterizedTest
  @CsvSource({"768, 0.97", "1024, 0.98", "2048, 0.99"})
  void a_text_is_recovered_without_the_key_from_its_first_lines(int known, double share)
      throws Exception {
    assertThat(shareRecovered(text(), known)).isGreaterThan(share);
  }

  @Test
  void a_secret_far_behind_the_known_header_is_read() throws Exception {
    String orders = new String(Orders.json(40_000, 2), UTF_8);
    int middle = orders.indexOf("\"email\":\"", 20_000);
    String secret = "\"password\":\"red house over the river 4096\",";
    String content = orders.substring(0, middle) + secret + orders.substring(middle);

    Recovered recovered =
        KnownPlaintextAttack.read(
                sealed(content.getBytes(UTF_8)), Arrays.copyOf(content.getBytes(UTF_8), 1_024))
            .orElseThrow();

    assertThat(new String(recovered.content(), UTF_8)).contains(secret);
  }

  @Property(tries = 60)
  void the_tokens_of_a_known_beginning_do_not_depend_on_what_follows(
      @ForAll @IntRange(min = 1, max = 1_500) int known, @ForAll @IntRange(max = 3_000) int from) {
    byte[] content = Orders.json(5_000, 3);
    byte[] other = Arrays.copyOf(content, known + 1_000);
    System.arraycopy(content, from % 4_000, other, known, 1_000);

    int[] tokens = KnownBeginning.tokens(Arrays.copyOf(content, known));

    assertThat(Arrays.copyOf(KnownBeginning.allTokens(content), tokens.length)).isEqualTo(tokens);
    assertThat(Arrays.copyOf(KnownBeginning.allTokens(other), tokens.length)).isEqualTo(tokens);
  }

  @Test
  void the_encoder_keeps_the_rules_that_give_wrong_readings_away() throws Exception {
    assertThat(broken(KnownBeginning.allTokens(text()))).isZero();
    assertThat(broken(KnownBeginning.allTokens(Orders.json(60_000, 1)))).isZero();
  }

  @Test
  void garbage_breaks_the_rules_all_the_time() throws Exception {
    int[] tokens = KnownBeginning.allTokens(text());
    Random random = new Random(1);
    for (int i = tokens.length / 2; i < tokens.length; i++) {
      tokens[i] =
          Token.isMatch(tokens[i])
              ? Token.match(Token.length(tokens[i]), 1 + random.nextInt(3_000))
              : tokens[random.nextInt(tokens.length / 2)];
    }

    assertThat(broken(tokens)).isGreaterThan(tokens.length / 10);
  }

  @Test
  void nothing_is_read_where_what_is_known_is_wrong() throws Exception {
    byte[] known = new byte[600];
    new Random(1).nextBytes(known);

    assertThat(KnownPlaintextAttack.read(sealed(text()), known)).isEmpty();
  }

  private static int broken(int[] tokens) {
    History history = new History();
    int broken = 0;
    for (int token : tokens) {
      broken += history.add(token);
    }
    return broken;
  }

  private static double shareRecovered(byte[] content, int known) throws Exception {
    return KnownPlaintextAttack.read(sealed(content), Arrays.copyOf(content, known))
        .orElseThrow()
        .share(content);
  }

  /// The licence that everything here is under: a text in English of 11 KB, none of which is made
  /// up for this.
  private static byte[] text() throws Exception {
    return Files.readAllBytes(Path.of(System.getProperty("basedir", "."), "..", "LICENSE"));
  }

  private static byte[] sealed(byte[] content) throws Exception {
    SecretKey key = new SecretKeySpec(new byte[16], "AES");
    return TableSealing.seal(content, key);
  }
}
