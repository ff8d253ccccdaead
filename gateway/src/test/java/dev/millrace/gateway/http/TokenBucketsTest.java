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

class TokenBucketsTest {
  private final AtomicLong time = new AtomicLong(Long.MAX_VALUE - 5);
  private final TokenBuckets buckets = new TokenBuckets(1000, time::get);

  @Test
  void a_second_s_worth_may_come_at_once_and_the_rest_as_evenly_as_it_flows() {
    assertThat(taken("a", 4, 10)).isEqualTo(4);
    pass(Duration.ofMillis(250));
    assertThat(taken("a", 4, 10)).isEqualTo(1);
    pass(Duration.ofMillis(249));
    assertThat(taken("a", 4, 10)).isZero();
    assertThat(buckets.take("a", 4)).isEqualTo(Duration.ofMillis(1).toNanos());
    pass(Duration.ofMillis(1));
    assertThat(taken("a", 4, 10)).isEqualTo(1);
  }

  @Test
  void what_is_not_used_within_a_second_is_lost() {
    assertThat(taken("a", 4, 1)).isEqualTo(1);
    pass(Duration.ofHours(1));
    assertThat(taken("a", 4, 10)).isEqualTo(4);
  }

  @Test
  void each_request_goes_by_the_rate_that_it_is_said_to_have() {
    assertThat(taken("a", 4, 10)).isEqualTo(4);
    assertThat(taken("b", 7, 10)).isEqualTo(7);
  }

  @Test
  void an_empty_bucket_stays_empty_when_its_rate_changes() {
    assertThat(taken("a", 4, 10)).isEqualTo(4);
    assertThat(taken("a", 1000, 1)).isZero();
    assertThat(taken("a", 1, 1)).isZero();
    pass(Duration.ofMillis(10));
    assertThat(taken("a", 1000, 100)).isEqualTo(10);
  }

  @Test
  void a_bucket_that_is_half_full_is_half_full_at_another_rate() {
    assertThat(taken("a", 10, 5)).isEqualTo(5);
    assertThat(taken("a", 100, 1000)).isEqualTo(50);
  }

  @Test
  void one_that_asks_on_is_not_forgotten_for_many_that_ask_once() {
    assertThat(taken("a", 4, 100)).isEqualTo(4);
    for (int i = 0; i < 20_000; i++) {
      taken("other-" + i, 4, 1);
      assertThat(taken("a", 4, 1)).isZero();
    }
  }

  @Test
  void threads_get_no_more_than_there_is() {
    AtomicInteger taken = new AtomicInteger();
    IntStream.range(0, 10_000).parallel().forEach(_ -> taken.addAndGet(taken("a", 4, 1)));
    assertThat(taken).hasValue(4);
  }

  @Test
  void one_too_many_is_told_in_s3_s_terms_and_when_to_come_back() {
    assertThat(taken("a", 4, 4)).isEqualTo(4);
    assertThatExceptionOfType(S3Error.class)
        .isThrownBy(() -> buckets.pass(() -> "a", 4))
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
            buckets.pass(
                () -> {
                  throw new AssertionError();
                },
                null))
        .doesNotThrowAnyException();
  }

  /// How many of so many requests get a token now.
  private int taken(String key, int rate, int requests) {
    int taken = 0;
    for (int i = 0; i < requests; i++) {
      if (buckets.take(key, rate) == 0) {
        taken++;
      }
    }
    return taken;
  }

  private void pass(Duration duration) {
    time.addAndGet(duration.toNanos());
  }
}
