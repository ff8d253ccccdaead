package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.OriginException;
import dev.millrace.gateway.origin.OriginException.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What [SlicesTest] cannot bring about from outside.
@Timeout(60)
class FlightsTest {
  private static final int SIZE = 100_000;
  private static final SliceKey KEY = new SliceKey(new ObjectName("mill", "k"), "\"1\"", 0, 0);

  private final StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE);
  private final AtomicInteger fetches = new AtomicInteger();

  @Test
  void a_fault_of_our_own_fails_all_who_wait_and_is_forgotten() throws Exception {
    Flights flights =
        new Flights(
            stored,
            (_, slice) -> {
              if (fetches.incrementAndGet() == 1) {
                throw new IllegalStateException("a fault");
              }
              fill(slice);
            });
    Slice failed = flights.open(KEY, SIZE).slice();
    assertThatThrownBy(() -> failed.await(0))
        .isInstanceOfSatisfying(
            OriginException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE));
    Slice next;
    do {
      next = flights.open(KEY, SIZE).slice();
    } while (next.equals(failed));
    next.await(SIZE - 1);
    assertThat(fetches).hasValue(2);
  }

  @Test
  void what_is_not_kept_is_fetched_again_once_its_flight_is_over() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    Flights flights =
        new Flights(
            stored,
            (_, slice) -> {
              fetches.incrementAndGet();
              awaitUninterruptibly(gate);
              fill(slice);
            });
    Found first = flights.open(KEY, SIZE);
    Found second = flights.open(KEY, SIZE);
    assertThat(first.isShared()).isFalse();
    assertThat(second.isShared()).isTrue();
    assertThat(second.slice()).isSameAs(first.slice());
    gate.countDown();
    Found third;
    do {
      third = flights.open(KEY, SIZE);
    } while (third.isShared());
    third.slice().await(SIZE - 1);
    assertThat(fetches).hasValue(2);
  }

  private static void fill(FetchedSlice slice) {
    try {
      slice.fill(new ByteArrayInputStream(new byte[SIZE]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
