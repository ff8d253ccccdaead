package dev.millrace.gateway.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final Duration OFTEN = Duration.ofMillis(1);

  @Test
  void a_look_that_fails_is_not_the_last() throws InterruptedException {
    CountDownLatch looks = new CountDownLatch(3);
    Runnable failing =
        () -> {
          looks.countDown();
          throw new IllegalStateException("as it is meant to be");
        };

    try (Watch _ = Watch.begin("test", OFTEN, failing)) {
      assertThat(looks.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void a_look_that_waits_is_interrupted_by_the_close() throws InterruptedException {
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Runnable waiting =
        () -> {
          waits.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException _) {
            interrupted.countDown();
            Thread.currentThread().interrupt();
          }
        };
    Watch watch = Watch.begin("test", OFTEN, waiting);
    assertThat(waits.await(10, TimeUnit.SECONDS)).isTrue();

    watch.close();

    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }
}
