package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VigilTest {
  private static final Duration TIMEOUT = Duration.ofMillis(20);

  private final AtomicInteger questions = new AtomicInteger();
  private final Semaphore asked = new Semaphore(0);
  private final CountDownLatch over = new CountDownLatch(1);

  @Test
  void while_the_peer_is_there_who_waits_waits_on() throws Exception {
    Vigil vigil = vigil(TIMEOUT, true);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> answer = threads.submit(() -> vigil.during(this::awaitEnd));
      asked.acquire(3);
      over.countDown();
      assertThat(answer.get()).isEqualTo("answer");
    }
  }

  @Test
  void if_the_peer_is_not_there_all_who_wait_are_interrupted_by_one_question() throws Exception {
    CountDownLatch waiting = new CountDownLatch(100);
    // So long that all have gone before there could be another question.
    Vigil vigil =
        new Vigil(
            "vigil",
            Duration.ofSeconds(2),
            () -> {
              questions.incrementAndGet();
              awaitUninterrupted(waiting);
              return false;
            });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        answers.add(
            threads.submit(() ->
                vigil.during(() -> {
                  waiting.countDown();
                  return awaitEnd();
                })));
      }
      for (Future<String> answer : answers) {
        assertThatThrownBy(answer::get)
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(InterruptedIOException.class);
      }
      assertThat(questions).hasValue(1);
    }
  }

  @Test
  void the_interruption_ends_with_the_wait() throws Exception {
    Vigil vigil = vigil(TIMEOUT, false);
    assertThatThrownBy(() -> vigil.during(this::awaitEnd))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(vigil.<String>during(() -> "at once")).isEqualTo("at once");
  }

  @Test
  void a_failure_is_that_of_the_step() {
    Vigil vigil = vigil(TIMEOUT, true);
    assertThatThrownBy(() ->
            vigil.during(() -> {
              throw new IOException("broken");
            }))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("broken");
  }

  @Test
  void a_peer_that_answers_in_time_is_not_asked() throws Exception {
    Vigil vigil = vigil(Duration.ofHours(1), true);
    for (int i = 0; i < 1000; i++) {
      String _ = vigil.during(() -> "answer");
    }
    assertThat(questions).hasValue(0);
  }

  @Test
  void who_waits_after_all_others_have_gone_is_looked_after() throws Exception {
    Vigil vigil = vigil(Duration.ofNanos(1), true);
    for (int i = 0; i < 1000; i++) {
      asked.drainPermits();
      boolean _ =
          vigil.during(() -> {
            awaitQuestion();
            return true;
          });
    }
    assertThat(questions.get()).isPositive();
  }

  @Test
  void a_question_that_goes_wrong_does_not_end_the_vigil() throws Exception {
    Vigil vigil =
        new Vigil(
            "vigil",
            TIMEOUT,
            () -> {
              if (questions.getAndIncrement() == 0) {
                Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
                throw new IllegalStateException("odd");
              }
              return false;
            });
    assertThatThrownBy(() -> vigil.during(this::awaitEnd))
        .isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void while_one_hears_something_the_others_wait_on_unasked() throws Exception {
    Duration timeout = Duration.ofSeconds(2);
    Vigil vigil = vigil(timeout, false);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<String> waiting = threads.submit(() -> vigil.during(this::awaitEnd));
      long end = System.nanoTime() + 2 * timeout.toNanos();
      while (System.nanoTime() < end) {
        String _ = vigil.during(() -> "bytes");
        LockSupport.parkNanos(1_000_000);
      }
      over.countDown();
      assertThat(waiting.get()).isEqualTo("answer");
      assertThat(questions).hasValue(0);
    }
  }

  private void awaitQuestion() throws IOException {
    try {
      asked.acquire();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted");
    }
  }

  private Vigil vigil(Duration timeout, boolean isThere) {
    return new Vigil(
        "vigil",
        timeout,
        () -> {
          questions.incrementAndGet();
          asked.release();
          return isThere;
        });
  }

  private String awaitEnd() throws IOException {
    try {
      over.await();
      return "answer";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
