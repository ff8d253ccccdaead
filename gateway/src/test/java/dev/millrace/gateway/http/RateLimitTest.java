package dev.millrace.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.helidon.http.Header;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateLimitTest {
  private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 5);
  private final RateLimit limit = RateLimit.of(4, 1000, time::get);

  @Test
  void a_second_s_worth_may_come_at_once_and_the_rest_as_evenly_as_it_flows() {
    assertThat(passed("a", 10)).isEqualTo(4);
    pass(Duration.ofMillis(250));
    assertThat(passed("a", 10)).isEqualTo(1);
    pass(Duration.ofMillis(249));
    assertThat(passed("a", 10)).isZero();
    assertThat(limit.take(() -> "a")).isEqualTo(Duration.ofMillis(1).toNanos());
    pass(Duration.ofMillis(1));
    assertThat(passed("a", 10)).isEqualTo(1);
  }

  @Test
  void what_is_not_used_within_a_second_is_lost() {
    assertThat(passed("a", 1)).isEqualTo(1);
    pass(Duration.ofHours(1));
    assertThat(passed("a", 10)).isEqualTo(4);
  }

  @Test
  void each_key_has_its_own() {
    assertThat(passed("a", 10)).isEqualTo(4);
    assertThat(passed("b", 10)).isEqualTo(4);
  }

  @Test
  void one_that_asks_on_is_not_forgotten_for_many_that_ask_once() {
    assertThat(passed("a", 100)).isEqualTo(4);
    for (int i = 0; i < 20_000; i++) {
      passed("other-" + i, 1);
      assertThat(passed("a", 1)).isZero();
    }
  }

  @Test
  void threads_get_no_more_than_there_is() {
    AtomicInteger passed = new AtomicInteger();
    IntStream.range(0, 10_000).parallel().forEach(_ -> passed.addAndGet(passed("a", 1)));
    assertThat(passed).hasValue(4);
  }

  @Test
  void one_too_many_is_told_in_s3_s_terms_and_when_to_come_back() {
    assertThat(passed("a", 4)).isEqualTo(4);
    assertThatExceptionOfType(S3Error.class)
        .isThrownBy(() -> limit.pass(() -> "a"))
        .satisfies(error -> {
          Reply reply = error.reply("/", "-");
          assertThat(reply.status()).isEqualTo(503);
          assertThat(reply.headers().stream().map(Header::values)).contains("1");
          assertThat(((Reply.Body.Document) reply.body()).bytes())
              .asString()
              .contains("<Code>SlowDown</Code>", "Please reduce your request rate.");
        });
  }

  @Test
  void without_a_limit_there_is_no_end_and_no_question_of_who_asks() {
    assertThatCode(() ->
            RateLimit.none()
                .pass(() -> {
                  throw new AssertionError();
                }))
        .doesNotThrowAnyException();
  }

  /// How many of so many requests pass now.
  private int passed(String key, int requests) {
    int passed = 0;
    for (int i = 0; i < requests; i++) {
      if (limit.take(() -> key) == 0) {
        passed++;
      }
    }
    return passed;
  }

  private void pass(Duration duration) {
    time.addAndGet(duration.toNanos());
  }
}
