package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.S3Exception;
import dev.millrace.s3.transfer.FaultyOrigin.Answer;
import dev.millrace.s3.transfer.FaultyOrigin.Asked;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Downloads from a service that cuts, stalls, resets, lies and refuses. Whatever it does, the file
/// is right or there is a failure that says what happened; then nothing is left of it, neither a
/// file nor a connection ([Trial]).
@Timeout(60)
class DownloadFaultTest {
  private static final int STEP = 64 << 10;
  private static final int SMALL_LENGTH = 4 << 20;
  private static final byte[] SMALL = Trial.bytes(SMALL_LENGTH);
  private static final byte[] LARGE = Trial.bytes(16 << 20);

  /// Of a download by which a service that never says anything has to be given up: four attempts of
  /// 200 ms each, and room for a busy machine.
  private static final Duration SOON = Duration.ofSeconds(5);

  private final CountDownLatch end = new CountDownLatch(1);
  @TempDir private Path folder;

  @AfterEach
  void let_the_service_go_on() {
    end.countDown();
  }

  private Trial small(FaultyOrigin origin) {
    return Trial.of(origin.endpoint(), folder);
  }

  private Trial large(FaultyOrigin origin) {
    return small(origin).with(options -> options.withConnections(4));
  }

  private static FaultyOrigin.Plan once(long position, FaultyOrigin.Fault fault) {
    AtomicBoolean done = new AtomicBoolean();
    return asked -> asked.has(position) && done.compareAndSet(false, true) ? fault : Answer::whole;
  }

  private static FaultyOrigin.Plan always(long position, FaultyOrigin.Fault fault) {
    return asked -> asked.has(position) ? fault : Answer::whole;
  }

  private static AbstractThrowableAssert<?, ?> assertThatIt(Throwable failure) {
    return assertThat(failure);
  }

  // Connections that end.

  @Test
  void a_connection_that_is_cut_once_anywhere_makes_no_difference() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      for (int cut = 0; cut < SMALL.length; cut += STEP) {
        long position = cut;
        origin.plan(once(position, answer -> answer.cutAt(position)));
        trial.succeeds(SMALL);
      }
    }
  }

  @Test
  void a_connection_that_is_reset_once_anywhere_makes_no_difference() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      for (int cut = 0; cut < SMALL.length; cut += 4 * STEP) {
        long position = cut;
        origin.plan(once(position, answer -> answer.resetAt(position)));
        trial.succeeds(SMALL);
      }
    }
  }

  @Test
  void an_object_arrives_though_every_connection_is_cut_after_64_KiB() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = small(origin).with(options -> options.withConnections(1))) {
      origin.plan(asked -> answer -> answer.cutAt(asked.from() + STEP));
      trial.succeeds(LARGE);
      assertThat(origin.requests()).hasSize(LARGE.length / STEP);
    }
  }

  @Test
  void a_service_that_cuts_after_every_few_bytes_is_not_asked_for_ever() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(asked -> answer -> answer.cutAt(asked.from() + 100));
      assertThatIt(trial.fails()).hasMessageContaining("before the announced end");
      assertThat(origin.requests()).hasSizeBetween(50, 60);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, STEP, SMALL_LENGTH / 2, SMALL_LENGTH - 1})
  void a_connection_that_is_always_cut_at_the_same_place_is_a_failure(int position)
      throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(always(position, answer -> answer.cutAt(position)));
      assertThatIt(trial.fails())
          .hasMessageStartingWith("127.0.0.1:" + origin.endpoint().getPort() + ": ")
          .hasMessageContaining("bytes before the announced end");
      assertThat(origin.requests()).hasSizeBetween(4, 5);
    }
  }

  @Test
  void any_of_four_connections_may_be_cut() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      for (int cut = STEP; cut < LARGE.length; cut += 24 * STEP) {
        long position = cut;
        origin.plan(once(position, answer -> answer.cutAt(position)));
        trial.succeeds(LARGE);
      }
    }
  }

  @Test
  @Tag("long")
  void four_connections_may_be_cut_or_reset_at_any_64_KiB() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      for (int cut = 0; cut < LARGE.length; cut += STEP) {
        long position = cut;
        origin.plan(once(position, answer -> answer.cutAt(position)));
        trial.succeeds(LARGE);
        origin.plan(once(position, answer -> answer.resetAt(position)));
        trial.succeeds(LARGE);
      }
    }
  }

  @Test
  void four_connections_that_are_all_cut_every_64_KiB_bring_the_object() throws IOException {
    Set<Long> cuts = ConcurrentHashMap.newKeySet();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(asked -> {
        long position = (asked.from() / STEP + 1) * STEP;
        return cuts.add(position) ? answer -> answer.cutAt(position) : Answer::whole;
      });
      trial.succeeds(LARGE);
    }
  }

  // Silence.

  @ParameterizedTest
  @ValueSource(ints = {0, STEP, SMALL_LENGTH - 1})
  void a_connection_that_stalls_once_is_given_up_for_another(int position) throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(once(position, answer -> answer.stallAt(position, end)));
      trial.succeeds(SMALL);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, STEP, SMALL_LENGTH - 1})
  void a_service_that_always_stalls_at_the_same_place_is_a_failure(int position)
      throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(always(position, answer -> answer.stallAt(position, end)));
      assertThatIt(trial.fails())
          .isInstanceOf(SocketTimeoutException.class)
          .hasMessageContaining("nothing received for 200 ms");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
  }

  @Test
  void a_service_that_never_answers_is_a_failure() throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(_ -> answer -> answer.sayNothing(end));
      assertThatIt(trial.fails()).isInstanceOf(SocketTimeoutException.class);
      assertThat(origin.requests()).hasSize(4);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
  }

  @Test
  void four_connections_that_all_stall_are_a_failure() throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(asked -> answer -> answer.stallAt(asked.number() < 4 ? STEP : 0, end));
      assertThatIt(trial.fails()).isInstanceOf(SocketTimeoutException.class);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
  }

  @Test
  void the_last_connection_is_not_waited_for_while_it_says_nothing() throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = patient(origin)) {
      origin.plan(asked -> asked.number() == 2 ? a -> a.sayNothing(end) : Answer::whole);
      trial.succeeds(LARGE);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void the_last_connection_is_not_waited_for_while_it_stalls() throws IOException {
    long begun = System.nanoTime();
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = patient(origin)) {
      origin.plan(
          asked -> asked.number() == 2 ? a -> a.stallAt(asked.from() + STEP, end) : Answer::whole);
      trial.succeeds(LARGE);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void a_failure_wakes_connections_that_wait_for_an_answer() throws IOException {
    long begun = System.nanoTime();
    CountDownLatch waiting = new CountDownLatch(1);
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = patient(origin)) {
      origin.plan(asked ->
          switch (asked.number()) {
            case 0 -> answer -> answer.stallAt(0, end);
            case 1 ->
                answer -> {
                  waiting.countDown();
                  answer.sayNothing(end);
                };
            default ->
                answer -> {
                  waiting.await();
                  answer.refuse(403, "AccessDenied");
                };
          });
      assertThatIt(trial.fails()).hasMessageStartingWith("403 AccessDenied");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
  }

  /// A client with a timeout so long that a test cannot have waited for it.
  private Trial patient(FaultyOrigin origin) {
    return Trial.of(origin.endpoint(), folder, config -> config.readTimeout(Duration.ofSeconds(50)))
        .with(options -> options.withConnections(4));
  }

  /// The service's silence has an end that four timeouts and three takeovers of two seconds bound.
  @Test
  @Tag("long")
  void a_service_that_falls_silent_for_longer_than_a_stall_is_a_failure() throws IOException {
    long begun = System.nanoTime();
    Duration silence = Duration.ofSeconds(3);
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial =
            Trial.of(origin.endpoint(), folder, config -> config.readTimeout(silence))
                .with(options -> options.withConnections(4))) {
      origin.plan(always(LARGE.length - 1, answer -> answer.stallAt(LARGE.length - 1, end)));
      assertThatIt(trial.fails()).isInstanceOf(SocketTimeoutException.class);
      assertThat(origin.requests()).hasSizeLessThan(20);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(silence.multipliedBy(10));
  }

  // Lies.

  @Test
  void an_object_that_is_shorter_than_announced_is_a_failure() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(asked -> answer -> answer.wrongLength(10));
      assertThatIt(trial.fails())
          .isInstanceOf(ChangedObjectException.class)
          .hasMessageContaining("416 InvalidRange");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-10, 10})
  void a_part_of_another_length_than_its_range_is_asked_for_again(long more) throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(asked -> asked.number() == 2 ? a -> a.wrongLength(more) : Answer::whole);
      trial.succeeds(LARGE);
      origin.plan(asked -> asked.ranged() ? a -> a.wrongLength(more) : Answer::whole);
      assertThatIt(trial.fails()).hasMessageContaining("Content-Length");
    }
  }

  @Test
  void a_part_other_than_the_one_asked_for_is_asked_for_again() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      AtomicBoolean lied = new AtomicBoolean();
      origin.plan(asked ->
          asked.ranged() && lied.compareAndSet(false, true)
              ? a -> a.wrongRange(-7)
              : Answer::whole);
      trial.succeeds(LARGE);
      origin.plan(asked -> asked.ranged() ? answer -> answer.wrongRange(-7) : Answer::whole);
      assertThatIt(trial.fails()).hasMessageContaining("the service sends");
    }
  }

  @Test
  void a_whole_object_in_place_of_a_part_is_asked_for_again() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      AtomicBoolean lied = new AtomicBoolean();
      origin.plan(asked ->
          asked.ranged() && lied.compareAndSet(false, true) ? Answer::ignoreRange : Answer::whole);
      trial.succeeds(LARGE);
    }
  }

  @Test
  void a_service_that_ignores_ranges_serves_what_one_connection_brings() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(_ -> Answer::ignoreRange);
      assertThatIt(trial.fails()).hasMessageContaining("the service sends");
      trial.with(options -> options.withConnections(1)).succeeds(LARGE);
    }
  }

  // Objects that change.

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_object_that_is_replaced_meanwhile_is_a_failure_at_once(boolean knowsIfMatch)
      throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      if (!knowsIfMatch) {
        origin.withoutIfMatch();
      }
      origin.plan(asked ->
          answer -> {
            origin.replace(SMALL.clone(), "\"v2\"");
            answer.cutAt(STEP);
          });
      assertThatIt(trial.fails())
          .isInstanceOf(ChangedObjectException.class)
          .hasMessageStartingWith("the object was replaced or deleted while it was downloaded (4");
      assertThat(origin.requests()).hasSizeLessThanOrEqualTo(5);
    }
  }

  @Test
  void an_object_that_is_another_under_the_same_etag_is_a_failure() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(asked ->
          answer -> {
            answer.cutAt(STEP);
            origin.replace(Trial.bytes(15 << 20), "\"v1\"");
          });
      assertThatIt(trial.fails()).isInstanceOf(ChangedObjectException.class);
    }
  }

  @Test
  void an_object_that_is_deleted_meanwhile_is_a_failure_at_once() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(asked ->
          asked.ranged() ? a -> a.refuse(404, "NoSuchKey") : a -> a.cutAt(SMALL.length / 2));
      assertThatIt(trial.fails())
          .isInstanceOf(ChangedObjectException.class)
          .hasMessageContaining("404 NoSuchKey");
      assertThat(origin.requests()).hasSize(2);
    }
  }

  @Test
  void an_object_that_is_not_there_is_a_failure_that_leaves_nothing_to_resume() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin).with(options -> options.withResume(true))) {
      origin.plan(_ -> answer -> answer.refuse(404, "NoSuchKey"));
      assertThatIt(trial.fails())
          .isInstanceOf(S3Exception.class)
          .hasMessageStartingWith("404 NoSuchKey");
      assertThat(trial.hasPartFile()).isFalse();
      assertThat(origin.requests()).hasSize(1);
    }
  }

  // Refusals.

  @ParameterizedTest
  @ValueSource(strings = {"400 ExpiredToken", "403 AccessDenied", "403 ExpiredToken"})
  void keys_that_expire_meanwhile_are_named(String refusal) throws IOException {
    int status = Integer.parseInt(refusal.substring(0, 3));
    String code = refusal.substring(4);
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(asked -> asked.ranged() ? a -> a.refuse(status, code) : a -> a.cutAt(STEP));
      assertThatIt(trial.fails()).hasMessageStartingWith(refusal + ": No.");
      assertThat(origin.requests()).hasSizeLessThanOrEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504, 429})
  void a_service_that_recovers_is_asked_again(int status) throws IOException {
    AtomicInteger refusals = new AtomicInteger(3);
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(
          _ -> refusals.getAndDecrement() > 0 ? a -> a.refuse(status, "Busy") : Answer::whole);
      trial.succeeds(LARGE);
    }
  }

  @Test
  void parts_that_a_service_is_too_busy_for_are_asked_for_again() throws IOException {
    AtomicInteger refusals = new AtomicInteger(3);
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      origin.plan(asked ->
          asked.ranged() && refusals.getAndDecrement() > 0
              ? answer -> answer.refuse(503, "SlowDown")
              : Answer::whole);
      trial.succeeds(LARGE);
    }
  }

  @Test
  void a_service_that_is_busy_for_ever_is_asked_as_often_as_the_policy_says() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(_ -> answer -> answer.refuse(503, "SlowDown"));
      assertThatIt(trial.fails()).hasMessageStartingWith("503 SlowDown");
      assertThat(origin.requests()).hasSize(4);
    }
  }

  @Test
  void many_downloads_from_a_service_that_is_busy_for_ever_share_one_budget() throws IOException {
    int downloads = 40;
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(_ -> answer -> answer.refuse(503, "SlowDown"));
      for (int i = 0; i < downloads; i++) {
        trial.fails();
      }
      assertThat(origin.requests()).hasSize(downloads + 50);
    }
  }

  // Damage.

  @Test
  void bytes_that_do_not_add_up_are_discarded() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin).with(options -> options.withResume(true))) {
      origin.header("x-amz-checksum-crc32c: " + DownloadResumeTest.crc32c(LARGE));
      trial.succeeds(LARGE);
      origin.plan(_ -> answer -> answer.damageAt(LARGE.length / 2));
      assertThatIt(trial.fails())
          .isInstanceOf(VerificationException.class)
          .hasMessageContaining("what came is not what the service has: CRC32C is ");
      assertThat(trial.hasPartFile()).isFalse();
    }
  }

  // Addresses.

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.2", "::1"})
  void a_name_of_whose_addresses_some_are_dead_is_reached(String dead) throws IOException {
    List<InetAddress> addresses =
        List.of(InetAddress.ofLiteral(dead), InetAddress.ofLiteral("127.0.0.1"));
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial =
            Trial.of(
                    URI.create("http://grain.example:" + origin.endpoint().getPort()),
                    folder,
                    config -> config.resolver(_ -> addresses))
                .with(options -> options.withConnections(4))) {
      trial.succeeds(LARGE);
    }
  }

  @Test
  void a_name_of_dead_addresses_only_is_a_failure_that_names_it() throws IOException {
    List<InetAddress> addresses = List.of(InetAddress.ofLiteral("127.0.0.2"));
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial =
            Trial.of(
                URI.create("http://grain.example:" + origin.endpoint().getPort()),
                folder,
                config -> config.resolver(_ -> addresses))) {
      assertThatIt(trial.fails()).hasMessageContaining("cannot connect to 127.0.0.2");
      assertThat(origin.requests()).isEmpty();
    }
  }

  @Test
  void the_service_of_these_tests_serves_ranges() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = large(origin)) {
      assertThat(trial.succeeds(LARGE).connections()).isEqualTo(4);
      assertThat(origin.requests().getFirst()).isEqualTo(new Asked(0, false, 0, LARGE.length));
      assertThat(origin.requests()).hasSizeGreaterThanOrEqualTo(4).allMatch(a -> a.to() > a.from());
      assertThat(origin.sent()).isGreaterThanOrEqualTo(LARGE.length);
    }
  }
}
