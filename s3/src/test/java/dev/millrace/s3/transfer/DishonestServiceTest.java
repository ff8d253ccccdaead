package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.S3Exception;
import dev.millrace.s3.transfer.FaultyOrigin.Answer;
import dev.millrace.s3.transfer.FaultyOrigin.Asked;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Downloads from a service that lies, refuses, or has another object by now. Whatever it does, the
/// file is right or there is a failure that says what happened; then nothing is left of it, neither
/// a file nor a connection ([Trial]).
@Timeout(60)
class DishonestServiceTest {
  private static final int STEP = 64 << 10;
  private static final byte[] SMALL = Trial.bytes(4 << 20);
  private static final byte[] LARGE = Trial.bytes(16 << 20);

  @TempDir private Path folder;

  private Trial small(FaultyOrigin origin) {
    return Trial.of(origin.endpoint(), folder);
  }

  private Trial large(FaultyOrigin origin) {
    return small(origin).with(options -> options.withConnections(4));
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

  // Lies.

  @Test
  void an_object_that_is_shorter_than_announced_is_a_failure() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(asked -> answer -> answer.wrongLength(10));
      assertThat(trial.fails())
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
      assertThat(trial.fails()).hasMessageContaining("Content-Length");
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
      assertThat(trial.fails()).hasMessageContaining("the service sends");
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
      assertThat(trial.fails()).hasMessageContaining("the service sends");
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
      assertThat(trial.fails())
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
      assertThat(trial.fails()).isInstanceOf(ChangedObjectException.class);
    }
  }

  @Test
  void an_object_that_is_deleted_meanwhile_is_a_failure_at_once() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = small(origin)) {
      origin.plan(asked ->
          asked.ranged() ? a -> a.refuse(404, "NoSuchKey") : a -> a.cutAt(SMALL.length / 2));
      assertThat(trial.fails())
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
      assertThat(trial.fails())
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
      assertThat(trial.fails()).hasMessageStartingWith(refusal + ": No.");
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
      assertThat(trial.fails()).hasMessageStartingWith("503 SlowDown");
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
      assertThat(trial.fails())
          .isInstanceOf(VerificationException.class)
          .hasMessageContaining("what came is not what the service has: CRC32C is ");
      assertThat(trial.hasPartFile()).isFalse();
    }
  }
}
