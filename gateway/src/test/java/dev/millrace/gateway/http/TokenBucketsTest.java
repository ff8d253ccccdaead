package dev.millrace.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
  private final AtomicLong time = new AtomicLong();
  private final TokenBuckets buckets = new TokenBuckets(1000, time::get);

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
    time.addAndGet(Duration.ofMillis(10).toNanos());
    assertThat(taken("a", 1000, 100)).isEqualTo(10);
  }

  @Test
  void a_bucket_that_is_half_full_is_half_full_at_another_rate() {
    assertThat(taken("a", 10, 5)).isEqualTo(5);
    assertThat(taken("a", 100, 1000)).isEqualTo(50);
  }

  private int taken(String key, int rate, int requests) {
    int taken = 0;
    for (int i = 0; i < requests; i++) {
      if (buckets.take(key, rate) == 0) {
        taken++;
      }
    }
    return taken;
  }
}
