package dev.millrace.bench.seal.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class RepeatedTablesTest {
  private static final SecretKey KEY = new SecretKeySpec(new byte[16], "AES");

  @Test
  void secrets_in_a_known_template_are_read_with_the_tables_of_objects_that_were_made_up()
      throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    RepeatedTables tables = new RepeatedTables();
    for (int i = 0; i < 5_000; i++) {
      tables.learn(payment(random));
    }

    int read = 0;
    int wrong = 0;
    for (int i = 0; i < 200; i++) {
      byte[] secret = payment(random);
      Optional<byte[]> content = tables.read(TableSealing.seal(secret, KEY));
      read += content.filter(bytes -> Arrays.equals(bytes, secret)).isPresent() ? 1 : 0;
      wrong += content.filter(bytes -> !Arrays.equals(bytes, secret)).isPresent() ? 1 : 0;
    }

    assertThat(read).isGreaterThan(100);
    assertThat(wrong).isZero();
  }

  @Test
  void an_object_of_several_blocks_is_read_with_its_own_tables() throws Exception {
    byte[] content = Orders.json(300_000, 1);
    RepeatedTables tables = new RepeatedTables();
    tables.learn(content);

    assertThat(SealedBytes.parse(TableSealing.seal(content, KEY)).tokens()).hasSizeGreaterThan(1);
    assertThat(tables.read(TableSealing.seal(content, KEY))).contains(content);
  }

  @Test
  void nothing_is_read_with_the_tables_of_something_else() throws Exception {
    RepeatedTables tables = new RepeatedTables();
    tables.learn(Orders.json(5_000, 1));

    assertThat(tables.read(TableSealing.seal(Orders.json(5_000, 2), KEY))).isEmpty();
  }

  /// A payment order with 20 digits that nobody but its owner knows.
  private static byte[] payment(SplittableRandom random) {
    return """
    {"schema":"https://example.com/schemas/payment-order/v2",\
    "sender":{"name":"Example Trading Company","iban":"DE89370400440532013000"},\
    "receiver":{"name":"Northern Paper Mills","iban":"DE75512108001245126199"},\
    "terms":"Payable within thirty days of the date of the invoice, without deduction. \
    Questions about this order are answered by the accounts department.",\
    "currency":"EUR","order":"%08d","amount":"%04d.%02d","pin":"%06d"}
    """
        .formatted(
            random.nextInt(100_000_000),
            random.nextInt(10_000),
            random.nextInt(100),
            random.nextInt(1_000_000))
        .getBytes(UTF_8);
  }
}
