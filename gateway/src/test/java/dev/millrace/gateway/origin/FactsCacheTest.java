package dev.millrace.gateway.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.millrace.gateway.origin.OriginException.Reason;
import dev.millrace.s3.ObjectFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Timeout(30)
class FactsCacheTest {
  private static final Duration LIFE = Duration.ofSeconds(10);
  private static final Duration NONE = Duration.ZERO;
  private static final ObjectName A = new ObjectName("b", "a");
  private static final ObjectName B = new ObjectName("b", "b");

  private final ScriptedOrigin origin = new ScriptedOrigin();
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);

  /// What is made of facts, equal to nothing but itself.
  private static final class View {
    private final ObjectFacts facts;

    View(ObjectFacts facts) {
      this.facts = facts;
    }
  }

  private FactsCache<View> cache(Duration whileRevalidate, Duration ifError, Duration negative) {
    return cache(new Lifetimes(LIFE, whileRevalidate, ifError, negative));
  }

  private FactsCache<View> cache(Lifetimes lifetimes) {
    return new FactsCache<>(origin, new Retry(1, _ -> {}), View::new, lifetimes, now::get);
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private static long size(Believed<View> believed) {
    return believed.value().facts.size();
  }

  private static void assertFails(FactsCache<View> cache, Reason reason) {
    assertThatThrownBy(() -> cache.get(A))
        .asInstanceOf(type(OriginException.class))
        .extracting(OriginException::reason)
        .isEqualTo(reason);
  }

  /// Asks until the answer is of that version: what renews it does so in the background.
  private static Believed<View> awaited(FactsCache<View> cache, int version) throws Exception {
    while (true) {
      Believed<View> believed = cache.get(A);
      if (size(believed) == version) {
        return believed;
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void facts_are_believed_for_their_time_to_live_and_tell_their_age() throws Exception {
    FactsCache<View> cache = cache(NONE, NONE, NONE);
    origin.has(1);
    assertThat(cache.get(A))
        .extracting(Believed::age, Believed::isStale)
        .containsExactly(NONE, false);
    pass(LIFE.minusNanos(1));
    Believed<View> believed = cache.get(A);
    assertThat(believed.age()).isEqualTo(LIFE.minusNanos(1));
    assertThat(believed.isStale()).isFalse();
    assertThat(origin.questions()).containsExactly("a");
  }

  @Test
  void after_it_the_origin_is_asked_on_condition_and_the_same_is_good_for_another()
      throws Exception {
    FactsCache<View> cache = cache(NONE, NONE, NONE);
    origin.has(1).has(1).has(1).has(1);
    View first = cache.get(A).value();
    for (int renewals = 1; renewals <= 3; renewals++) {
      pass(LIFE);
      assertThat(cache.get(A).value()).isSameAs(first);
      pass(LIFE.minusNanos(1));
      assertThat(cache.get(A).value()).isSameAs(first);
      assertThat(origin.questions()).hasSize(1 + renewals);
    }
    assertThat(origin.questions())
        .containsExactly("a", "a unless \"1\"", "a unless \"1\"", "a unless \"1\"");
  }

  @Test
  void a_replaced_object_is_taken_at_once() throws Exception {
    FactsCache<View> cache = cache(NONE, Duration.ofHours(1), NONE);
    origin.has(1);
    cache.get(A);
    pass(LIFE);
    origin.has(2);
    assertThat(size(cache.get(A))).isEqualTo(2);
    pass(LIFE);
    origin.has(2);
    cache.get(A);
    assertThat(origin.questions()).containsExactly("a", "a unless \"1\"", "a unless \"2\"");
  }

  @Test
  void a_thousand_who_want_to_know_cause_one_question() throws Exception {
    FactsCache<View> cache = cache(NONE, NONE, NONE);
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Believed<View>>> answers = new ArrayList<>();
      CountDownLatch asking = new CountDownLatch(1000);
      for (int i = 0; i < 1000; i++) {
        answers.add(
            clients.submit(() -> {
              asking.countDown();
              return cache.get(A);
            }));
      }
      asking.await();
      origin.has(1);
      for (Future<Believed<View>> answer : answers) {
        assertThat(size(answer.get())).isEqualTo(1);
      }
    }
    assertThat(origin.questions()).hasSize(1);
  }

  @Test
  void a_question_outlives_the_client_that_caused_it() throws Exception {
    FactsCache<View> cache = cache(NONE, NONE, NONE);
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Believed<View>> impatient = clients.submit(() -> cache.get(A));
      origin.awaitQuestions(1);
      impatient.cancel(true);
    }
    origin.has(1);
    assertThat(size(cache.get(A))).isEqualTo(1);
    assertThat(origin.questions()).hasSize(1);
  }

  @Test
  void a_time_to_live_of_zero_asks_for_every_request() throws Exception {
    FactsCache<View> cache = cache(new Lifetimes(NONE, NONE, NONE, NONE));
    origin.has(1).has(1).has(2);
    View first = cache.get(A).value();
    assertThat(cache.get(A).value()).isSameAs(first);
    assertThat(size(cache.get(A))).isEqualTo(2);
    assertThat(origin.questions()).containsExactly("a", "a unless \"1\"", "a unless \"1\"");
  }

  @Test
  void failures_are_not_kept() throws Exception {
    FactsCache<View> cache = cache(NONE, NONE, NONE);
    origin.fails(Reason.UNAVAILABLE).fails(Reason.NO_SUCH_KEY).fails(Reason.ACCESS_DENIED).breaks();
    assertFails(cache, Reason.UNAVAILABLE);
    assertFails(cache, Reason.NO_SUCH_KEY);
    assertFails(cache, Reason.ACCESS_DENIED);
    assertFails(cache, Reason.UNAVAILABLE);
    origin.has(1);
    assertThat(size(cache.get(A))).isEqualTo(1);
  }

  @Test
  void what_is_forgotten_is_asked_for_without_a_condition_even_if_a_question_is_under_way()
      throws Exception {
    FactsCache<View> cache = cache(Duration.ofMinutes(1), NONE, NONE);
    origin.has(1);
    View outdated = cache.get(A).value();
    pass(LIFE);
    assertThat(cache.get(A).value()).isSameAs(outdated);
    origin.awaitQuestions(2);
    cache.forget(A, outdated);
    // For the question under way, whose answer is nobody's any more, and for the next.
    origin.has(1).has(1);
    assertThat(cache.get(A).value()).isNotSameAs(outdated);
    assertThat(origin.questions()).containsExactly("a", "a unless \"1\"", "a");
  }

  @Test
  void what_is_not_known_any_more_is_not_forgotten() throws Exception {
    FactsCache<View> cache = cache(NONE, NONE, NONE);
    origin.has(1).has(2);
    View outdated = cache.get(A).value();
    pass(LIFE);
    cache.get(A);
    cache.forget(A, outdated);
    cache.forget(B, outdated);
    assertThat(size(cache.get(A))).isEqualTo(2);
    assertThat(origin.questions()).hasSize(2);
  }

  @Test
  void while_revalidating_all_get_what_is_known_and_one_question_is_asked() throws Exception {
    FactsCache<View> cache = cache(Duration.ofSeconds(30), NONE, NONE);
    origin.has(1);
    View first = cache.get(A).value();
    pass(LIFE.plusSeconds(3));
    for (int i = 0; i < 10; i++) {
      Believed<View> stale = cache.get(A);
      assertThat(stale.value()).isSameAs(first);
      assertThat(stale.age()).isEqualTo(LIFE.plusSeconds(3));
      assertThat(stale.staleness()).isEqualTo(Duration.ofSeconds(3));
    }
    origin.awaitQuestions(2);
    origin.has(2);
    assertThat(awaited(cache, 2).isStale()).isFalse();
    assertThat(origin.questions()).hasSize(2);
  }

  @Test
  void beyond_that_time_the_origin_is_waited_for() throws Exception {
    FactsCache<View> cache = cache(Duration.ofSeconds(30), NONE, NONE);
    origin.has(1).has(2);
    cache.get(A);
    pass(LIFE.plusSeconds(30));
    assertThat(size(cache.get(A))).isEqualTo(2);
  }

  @Test
  void an_object_that_is_gone_is_not_revalidated_for_ever() throws Exception {
    FactsCache<View> cache = cache(Duration.ofHours(1), Duration.ofHours(1), NONE);
    origin.has(1).fails(Reason.NO_SUCH_KEY).fails(Reason.NO_SUCH_KEY);
    cache.get(A);
    pass(LIFE);
    cache.get(A);
    assertThatThrownBy(() -> awaited(cache, 2))
        .asInstanceOf(type(OriginException.class))
        .extracting(OriginException::reason)
        .isEqualTo(Reason.NO_SUCH_KEY);
  }

  @ParameterizedTest
  @EnumSource(names = {"UNAVAILABLE", "TIMED_OUT"})
  void where_the_origin_fails_what_is_known_is_served_for_so_long(Reason reason) throws Exception {
    FactsCache<View> cache = cache(NONE, Duration.ofMinutes(1), NONE);
    origin.has(1);
    View first = cache.get(A).value();
    pass(LIFE);
    origin.fails(reason);
    assertThat(cache.get(A).value()).isSameAs(first);
    pass(Duration.ofMinutes(1));
    origin.fails(reason);
    assertFails(cache, reason);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"UNAVAILABLE", "TIMED_OUT"})
  void what_the_origin_says_is_no_failure_of_it(Reason reason) throws Exception {
    FactsCache<View> cache = cache(NONE, Duration.ofMinutes(1), NONE);
    origin.has(1).fails(reason).fails(reason);
    cache.get(A);
    pass(LIFE);
    assertFails(cache, reason);
    assertFails(cache, reason);
    assertThat(origin.questions()).containsExactly("a", "a unless \"1\"", "a");
  }

  @Test
  void an_origin_that_is_known_to_fail_is_waited_for_by_nobody_and_asked_after_pauses()
      throws Exception {
    FactsCache<View> cache = cache(NONE, Duration.ofHours(1), NONE);
    origin.has(1).fails(Reason.TIMED_OUT);
    cache.get(A);
    pass(LIFE.plusSeconds(1));
    cache.get(A);
    for (int i = 0; i < 100; i++) {
      assertThat(cache.get(A).isStale()).isTrue();
    }
    assertThat(origin.questions()).hasSize(2);
    pass(FactsCache.PAUSE);
    for (int i = 0; i < 100; i++) {
      assertThat(cache.get(A).isStale()).isTrue();
    }
    origin.awaitQuestions(3);
    origin.has(2);
    assertThat(awaited(cache, 2).isStale()).isFalse();
    assertThat(origin.questions()).hasSize(3);
  }

  @Test
  void what_one_object_tells_of_the_origin_spares_others_the_wait() throws Exception {
    FactsCache<View> cache = cache(NONE, Duration.ofHours(1), NONE);
    origin.has(1).has(2).fails(Reason.TIMED_OUT);
    cache.get(A);
    cache.get(B);
    pass(LIFE.plusSeconds(1));
    cache.get(A);
    assertThat(cache.get(B).isStale()).isTrue();
    origin.awaitQuestions(4);
    assertThat(origin.questions().getLast()).isEqualTo("b unless \"2\"");
  }

  @Test
  void an_outage_that_begins_while_revalidating_goes_on_if_error() throws Exception {
    FactsCache<View> cache = cache(Duration.ofSeconds(30), Duration.ofHours(1), NONE);
    origin.has(1);
    cache.get(A);
    pass(LIFE);
    cache.get(A);
    origin.awaitQuestions(2);
    pass(Duration.ofSeconds(30));
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Believed<View>> waiting = clients.submit(() -> cache.get(A));
      origin.fails(Reason.UNAVAILABLE);
      assertThat(waiting.get().staleness()).isEqualTo(Duration.ofSeconds(30));
    }
    assertThat(cache.get(A).isStale()).isTrue();
    assertThat(origin.questions()).hasSize(2);
  }

  @Test
  void that_there_is_no_such_object_is_believed_for_so_long() throws Exception {
    FactsCache<View> cache = cache(NONE, NONE, Duration.ofSeconds(3));
    origin.fails(Reason.NO_SUCH_KEY);
    assertFails(cache, Reason.NO_SUCH_KEY);
    pass(Duration.ofSeconds(3).minusNanos(1));
    assertFails(cache, Reason.NO_SUCH_KEY);
    assertThat(origin.questions()).hasSize(1);
    pass(Duration.ofNanos(1));
    origin.has(1);
    assertThat(size(cache.get(A))).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"NO_SUCH_KEY"})
  void no_other_failure_is_believed(Reason reason) throws Exception {
    FactsCache<View> cache = cache(NONE, NONE, Duration.ofSeconds(3));
    origin.fails(reason).has(1);
    assertFails(cache, reason);
    assertThat(size(cache.get(A))).isEqualTo(1);
  }

  @Test
  void an_outage_does_not_prolong_that_there_is_no_such_object() throws Exception {
    FactsCache<View> cache = cache(NONE, Duration.ofHours(1), Duration.ofSeconds(3));
    origin.fails(Reason.NO_SUCH_KEY).fails(Reason.UNAVAILABLE);
    assertFails(cache, Reason.NO_SUCH_KEY);
    pass(Duration.ofSeconds(3));
    assertFails(cache, Reason.UNAVAILABLE);
  }
}
