package dev.millrace.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

  @Property
  void a_size_is_read_back_from_its_text(@ForAll @LongRange(min = 0) long bytes) {
    assertThat(ByteSize.parse(ByteSize.text(bytes))).isEqualTo(bytes);
  }

  @Property
  void a_size_with_a_unit_is_exact_or_refused(
      @ForAll @LongRange(min = 0) long count, @ForAll @IntRange(min = 1, max = 4) int power) {
    var exact = BigInteger.valueOf(count).multiply(BigInteger.valueOf(1024).pow(power));
    var text = count + UNITS[power - 1];
    if (exact.bitLength() < Long.SIZE) {
      assertThat(ByteSize.parse(text)).isEqualTo(exact.longValueExact());
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> ByteSize.parse(text));
    }
  }

  @Property
  void any_text_is_a_size_of_no_sign_or_refused(@ForAll String text) {
    try {
      assertThat(ByteSize.parse(text)).isNotNegative();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "65536, 65536",
    "7B, 7",
    "64KiB, 65536",
    "64K, 65536",
    "64k, 65536",
    "64kB, 64000",
    "64KB, 64000",
    "1 MiB, 1048576",
    "2MB, 2000000",
    "1G, 1073741824",
    "1GB, 1000000000"
  })
  void sizes_are_read_as_coreutils_reads_them(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "-1", "+1", "1.5MiB", "1  MiB", "MiB", "1mb", "1 PiB", "1e6", "٣"})
  void what_is_no_size_is_refused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ByteSize.parse(text));
  }

  @Property
  void a_duration_is_read_back_from_its_text(
      @ForAll @LongRange(min = 0, max = 999_999_999_999_999L) long millis) {
    var span = Duration.ofMillis(millis);
    assertThat(TimeSpan.parse(TimeSpan.text(span))).isEqualTo(span);
  }

  @ParameterizedTest
  @CsvSource({"250ms, PT0.25S", "10s, PT10S", "5m, PT5M", "1h, PT1H", "0s, PT0S", "90 s, PT90S"})
  void durations_have_a_number_and_a_unit(String text, Duration span) {
    assertThat(TimeSpan.parse(text)).isEqualTo(span);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "-1s", "1.5s", "1d", "PT10S", "10S", "9999999999999999s"})
  void what_is_no_duration_is_refused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> TimeSpan.parse(text));
  }
}
