package dev.millrace.s3.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {
  private static final DateTimeFormatter THE_JDKS =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  @Property
  void what_the_JDK_writes_is_read(@ForAll @LongRange(min = 0, max = 253402300799L) long second) {
    Instant instant = Instant.ofEpochSecond(second);
    assertThat(HttpDate.parse(THE_JDKS.format(instant))).isEqualTo(instant);
  }

  @Test
  void a_day_of_one_digit_is_read() {
    assertThat(HttpDate.parse("Sun, 6 Nov 1994 08:49:37 GMT"))
        .isEqualTo(HttpDate.parse("Sun, 06 Nov 1994 08:49:37 GMT"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "yesterday",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Sun, 06 anF 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 08:49:37 GMTT",
        "Sun, 0x Nov 1994 08:49:37 GMT",
        "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun; 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994T08:49:37 GMT"
      })
  void what_is_no_date_is_refused(String text) {
    assertThatThrownBy(() -> HttpDate.parse(text)).isInstanceOf(DateTimeException.class);
  }
}
