package dev.millrace.s3.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RefreshedCredentialsTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MOMENT = Duration.ofNanos(1);
  private static final int MANY = 200;

  private final SettableClock clock = new SettableClock();
  private final AtomicInteger questions = new AtomicInteger();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch arrived = new CountDownLatch(MANY);
  private volatile Issuer issuer = () -> lease(HOUR);

  private final RefreshedCredentials source = source(() -> 0L);

  private RefreshedCredentials source(RandomGenerator random) {
    return new RefreshedCredentials(
        () -> {
          questions.incrementAndGet();
          return issuer.issue();
        },
        clock,
        random);
  }

  @AfterEach
  void stop() {
    threads.close();
  }

  /// Keys named for the question that they answer.
  private Lease lease(Duration life) {
    return new Lease(
        new Credentials("K" + questions.get(), "hush", "token"), clock.instant().plus(life));
  }

  private static CredentialsException refused() {
    return new CredentialsException("refused", null);
  }

  private String keyId() throws CredentialsException {
    return source.credentials().orElseThrow().accessKeyId();
  }

  private static Instant due(Duration life) {
    return SettableClock.START
        .plus(life)
        .minus(RefreshedCredentials.MARGIN)
        .minus(RefreshedCredentials.WINDOW);
  }

  private static Instant end(Duration life) {
    return SettableClock.START.plus(life).minus(RefreshedCredentials.MARGIN);
  }

  @Test
  void nobody_is_asked_before_keys_are_wanted_nor_again_before_the_window() throws Exception {
    assertThat(questions).hasValue(0);
    assertThat(keyId()).isEqualTo("K1");
    clock.set(due(HOUR).minus(MOMENT));
    assertThat(keyId()).isEqualTo("K1");
    clock.set(due(HOUR));
    assertThat(keyId()).isEqualTo("K2");
    assertThat(keyId()).isEqualTo("K2");
  }

  @Test
  void the_window_is_shorter_by_a_quarter_at_most() throws Exception {
    RefreshedCredentials last = source(() -> -1L);
    last.credentials();
    Instant latest = due(HOUR).plus(RefreshedCredentials.WINDOW.dividedBy(4));
    clock.set(latest.minusMillis(1));
    last.credentials();
    assertThat(questions).hasValue(1);
    clock.set(latest);
    last.credentials();
    assertThat(questions).hasValue(2);
  }

  @Test
  void keys_of_a_short_life_are_not_renewed_before_half_of_it() throws Exception {
    Duration life = Duration.ofSeconds(70);
    issuer = () -> lease(life);
    keyId();
    clock.advance(Duration.ofSeconds(30).minus(MOMENT));
    assertThat(keyId()).isEqualTo("K1");
    clock.advance(MOMENT);
    assertThat(keyId()).isEqualTo("K2");
  }

  @Test
  void an_issuer_that_keeps_its_keys_to_the_end_is_asked_a_few_times_only() throws Exception {
    issuer = () -> new Lease(new Credentials("K", "hush", null), SettableClock.START.plus(HOUR));
    while (clock.instant().isBefore(end(HOUR))) {
      keyId();
      clock.advance(Duration.ofMillis(100));
    }
    assertThat(questions.get()).isBetween(5, 15);
  }

  @Test
  void a_failure_in_the_window_keeps_the_keys_and_is_tried_again_after_a_while() throws Exception {
    keyId();
    issuer =
        () -> {
          throw refused();
        };
    clock.set(due(HOUR));
    assertThat(keyId()).isEqualTo("K1");
    clock.advance(RefreshedCredentials.RETRY.minus(MOMENT));
    assertThat(keyId()).isEqualTo("K1");
    assertThat(questions).hasValue(2);
    clock.advance(MOMENT);
    assertThat(keyId()).isEqualTo("K1");
    assertThat(questions).hasValue(3);
    issuer = () -> lease(HOUR);
    clock.advance(RefreshedCredentials.RETRY);
    assertThat(keyId()).isEqualTo("K4");
  }

  @Test
  void a_failure_after_the_end_is_told_and_remembered_for_a_moment() throws Exception {
    keyId();
    issuer =
        () -> {
          throw refused();
        };
    clock.set(end(HOUR).minus(MOMENT));
    assertThat(keyId()).isEqualTo("K1");
    clock.set(end(HOUR));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(this::keyId)
          .isInstanceOf(CredentialsException.class)
          .hasMessage("refused");
    }
    assertThat(questions).hasValue(3);
    clock.advance(RefreshedCredentials.FORGET);
    issuer = () -> lease(HOUR);
    assertThat(keyId()).isEqualTo("K4");
  }

  @Test
  void keys_that_have_ended_already_are_a_failure() {
    issuer = () -> lease(RefreshedCredentials.MARGIN);
    assertThatThrownBy(this::keyId)
        .isInstanceOf(CredentialsException.class)
        .message()
        .contains("K1", "2026-11-03T10:00:10Z")
        .doesNotContain("hush", "\n");
  }

  @Test
  void an_interrupted_caller_fails_alone() throws Exception {
    issuer =
        () -> {
          Thread.currentThread().interrupt();
          throw refused();
        };
    assertThat(threads.submit(this::failure).get()).hasMessage("refused");
    issuer = () -> lease(HOUR);
    assertThat(keyId()).isEqualTo("K2");

    issuer =
        () -> {
          Thread.currentThread().interrupt();
          throw refused();
        };
    clock.set(due(HOUR));
    assertThat(threads.submit(this::keyId).get()).isEqualTo("K2");
    issuer = () -> lease(HOUR);
    assertThat(keyId()).isEqualTo("K4");
  }

  private Throwable failure() {
    try {
      return new AssertionError(keyId());
    } catch (CredentialsException e) {
      return e;
    }
  }

  @Test
  void in_the_window_one_caller_asks_while_all_others_go_on() throws Exception {
    keyId();
    var asked = new CountDownLatch(1);
    var answer = new CountDownLatch(1);
    issuer =
        () -> {
          asked.countDown();
          await(answer);
          return lease(HOUR);
        };
    clock.set(due(HOUR));
    Future<String> renewing = threads.submit(this::keyId);
    asked.await();
    for (Future<String> other : many()) {
      assertThat(other.get()).isEqualTo("K1");
    }
    assertThat(renewing).isNotDone();
    answer.countDown();
    assertThat(renewing.get()).isEqualTo("K2");
    assertThat(questions).hasValue(2);
    assertThat(keyId()).isEqualTo("K2");
  }

  @Test
  void after_the_end_all_callers_wait_for_one_question() throws Exception {
    keyId();
    clock.set(end(HOUR));
    issuer =
        () -> {
          await(arrived);
          return lease(HOUR);
        };
    for (Future<String> caller : many()) {
      assertThat(caller.get()).isEqualTo("K2");
    }
    assertThat(questions).hasValue(2);
  }

  @Test
  void a_storm_of_callers_shares_one_failure() throws Exception {
    issuer =
        () -> {
          await(arrived);
          throw refused();
        };
    List<Future<Throwable>> callers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      callers.add(
          threads.submit(() -> {
            arrived.countDown();
            return failure();
          }));
    }
    for (Future<Throwable> caller : callers) {
      assertThat(caller.get()).isInstanceOf(CredentialsException.class).hasMessage("refused");
    }
    assertThat(questions).hasValue(1);
  }

  @Test
  void keys_that_end_while_they_are_renewed_are_given_to_nobody() throws Exception {
    keyId();
    var asked = new CountDownLatch(1);
    var ended = new CountDownLatch(1);
    issuer =
        () -> {
          asked.countDown();
          await(ended);
          return lease(HOUR);
        };
    clock.set(due(HOUR));
    Future<String> renewing = threads.submit(this::keyId);
    asked.await();
    clock.set(end(HOUR));
    ended.countDown();
    assertThat(keyId()).isEqualTo("K2");
    assertThat(renewing.get()).isEqualTo("K2");
    assertThat(questions).hasValue(2);
  }

  @Test
  void under_a_running_clock_no_caller_gets_ended_keys_and_few_ask() throws Exception {
    Duration life = Duration.ofMinutes(10);
    issuer =
        () -> {
          Instant end = clock.instant().plus(life);
          return new Lease(new Credentials(end.toString(), "hush", null), end);
        };
    List<Future<?>> callers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      callers.add(
          threads.submit(() -> {
            while (clock.instant().isBefore(SettableClock.START.plus(HOUR))) {
              Instant before = clock.instant();
              assertThat(Instant.parse(keyId())).isAfter(before);
              clock.advance(Duration.ofMillis(100));
            }
            return null;
          }));
    }
    for (Future<?> caller : callers) {
      caller.get();
    }
    assertThat(questions.get()).isBetween(2, 15);
  }

  private List<Future<String>> many() {
    List<Future<String>> callers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      callers.add(
          threads.submit(() -> {
            arrived.countDown();
            return keyId();
          }));
    }
    return callers;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
