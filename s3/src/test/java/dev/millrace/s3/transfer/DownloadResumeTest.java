package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.millrace.s3.checksum.ChecksumAlgorithm;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.DigestAlgorithm;
import dev.millrace.s3.checksum.RunningChecksum;
import dev.millrace.s3.transfer.FaultyOrigin.Answer;
import dev.millrace.s3.transfer.FaultyOrigin.Asked;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Downloads that break off and are gone on with.
@Timeout(60)
class DownloadResumeTest {
  private static final byte[] SMALL = Trial.bytes(4 << 20);
  private static final byte[] LARGE = Trial.bytes(16 << 20);
  private static final int HALF = SMALL.length / 2;

  @TempDir private Path folder;

  static String crc32c(byte[] bytes) {
    return value(CrcAlgorithm.CRC32C, bytes);
  }

  private static String value(ChecksumAlgorithm algorithm, byte[] bytes) {
    RunningChecksum checksum = algorithm.start();
    checksum.update(bytes, 0, bytes.length);
    return checksum.finish();
  }

  private Trial trial(FaultyOrigin origin) {
    return Trial.of(origin.endpoint(), folder)
        .with(options -> options.withResume(true).withConnections(1));
  }

  private Path partFile() {
    return folder.resolve("." + Trial.KEY + ".millrace-part");
  }

  /// Fails after `position` bytes, and lets the service work from then on.
  private static void breakOff(FaultyOrigin origin, Trial trial, long position) throws IOException {
    origin.plan(asked -> asked.has(position) ? a -> a.cutAt(position) : Answer::whole);
    trial.fails();
    assertThat(trial.hasPartFile()).isTrue();
    origin.plan(_ -> Answer::whole);
  }

  @Test
  void only_what_is_missing_is_fetched() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin)) {
      origin.header("x-amz-checksum-crc32c: " + crc32c(SMALL));
      breakOff(origin, trial, HALF);
      long before = origin.sent();
      int requests = origin.requests().size();
      Downloaded downloaded = trial.succeeds(SMALL);
      assertThat(origin.sent() - before).isEqualTo(SMALL.length - HALF);
      assertThat(origin.requests().subList(requests, requests + 1))
          .containsExactly(new Asked(requests, true, HALF, SMALL.length));
      assertThat(downloaded.received()).isEqualTo(SMALL.length - HALF);
      assertThat(downloaded.verified()).isTrue();
    }
  }

  @Test
  void four_connections_leave_holes_that_four_connections_fill() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(LARGE);
        Trial trial = trial(origin).with(options -> options.withConnections(4))) {
      origin.header("x-amz-checksum-crc64nvme: " + value(CrcAlgorithm.CRC64NVME, LARGE));
      // The last quarter fails when there is a piece of every other.
      origin.plan(asked ->
          asked.has(LARGE.length - 1) && asked.ranged()
              ? a -> a.cutAt(LARGE.length - (1 << 20))
              : Answer::whole);
      trial.fails();
      origin.plan(_ -> Answer::whole);
      Downloaded downloaded = trial.succeeds(LARGE);
      assertThat(downloaded.received()).isBetween(1L << 20, (long) LARGE.length - 1);
      assertThat(downloaded.verified()).isTrue();
    }
  }

  @Test
  void a_download_may_break_off_many_times() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin)) {
      origin.header("x-amz-checksum-crc32: " + value(CrcAlgorithm.CRC32, SMALL));
      for (int position = HALF / 4; position < SMALL.length; position += HALF / 4) {
        breakOff(origin, trial, position);
      }
      Downloaded downloaded = trial.succeeds(SMALL);
      assertThat(downloaded.received()).isEqualTo(HALF / 4);
      assertThat(downloaded.verified()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3 << 20, 4 << 20, 5 << 20})
  void an_object_that_has_changed_is_fetched_anew(int size) throws IOException {
    byte[] other = Trial.bytes(size + 1);
    for (boolean knowsIfMatch : List.of(true, false)) {
      try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
          Trial trial = trial(origin)) {
        breakOff(origin, trial, SMALL.length - 1000);
        origin.replace(other, "\"v2\"");
        if (!knowsIfMatch) {
          origin.withoutIfMatch();
        }
        assertThat(trial.succeeds(other).received()).isEqualTo(other.length);
      }
    }
  }

  @Test
  void an_object_of_another_size_under_the_same_etag_is_fetched_anew() throws IOException {
    byte[] other = Trial.bytes(5 << 20);
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin)) {
      breakOff(origin, trial, HALF);
      origin.replace(other, "\"v1\"");
      assertThat(trial.succeeds(other).received()).isEqualTo(other.length);
    }
  }

  @Test
  void what_another_object_has_left_is_not_resumed() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin)) {
      breakOff(origin, trial, HALF);
    }
    byte[] other = SMALL.clone();
    other[0]++;
    try (FaultyOrigin origin = FaultyOrigin.of(other);
        Trial trial = trial(origin)) {
      assertThat(trial.succeeds(other).received()).isEqualTo(other.length);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9, 20, 60})
  void a_damaged_journal_is_not_believed(int fromEnd) throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin)) {
      breakOff(origin, trial, HALF);
      try (FileChannel part = FileChannel.open(partFile(), StandardOpenOption.WRITE)) {
        part.write(ByteBuffer.wrap(new byte[] {0x55}), part.size() - fromEnd);
      }
      assertThat(trial.succeeds(SMALL).received()).isEqualTo(SMALL.length);
    }
  }

  @Test
  void a_file_that_was_cut_off_is_not_resumed() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin)) {
      breakOff(origin, trial, HALF);
      try (FileChannel part = FileChannel.open(partFile(), StandardOpenOption.WRITE)) {
        part.truncate(part.size() - 1);
      }
      assertThat(trial.succeeds(SMALL).received()).isEqualTo(SMALL.length);
    }
  }

  @Test
  void a_digest_is_verified_over_what_was_kept_too() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin).with(options -> options.withVerify(true))) {
      origin.header("x-amz-checksum-sha256: " + value(DigestAlgorithm.SHA256, SMALL));
      breakOff(origin, trial, HALF);
      Downloaded downloaded = trial.succeeds(SMALL);
      assertThat(downloaded.verified()).isTrue();
      assertThat(downloaded.received()).isEqualTo(SMALL.length - HALF);
    }
  }

  @Test
  void bytes_that_were_damaged_on_the_disk_are_found_where_a_digest_is_verified()
      throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin).with(options -> options.withVerify(true))) {
      origin.header("x-amz-checksum-sha256: " + value(DigestAlgorithm.SHA256, SMALL));
      breakOff(origin, trial, HALF);
      try (FileChannel part = FileChannel.open(partFile(), StandardOpenOption.WRITE)) {
        part.write(ByteBuffer.wrap(new byte[] {(byte) (SMALL[0] + 1)}), 0);
      }
      assertThat(trial.fails()).isInstanceOf(VerificationException.class);
      assertThat(trial.hasPartFile()).isFalse();
    }
  }

  @Test
  void without_resume_nothing_of_an_earlier_download_is_used() throws IOException {
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial = trial(origin)) {
      breakOff(origin, trial, HALF);
      trial.with(options -> options.withResume(false));
      assertThat(trial.succeeds(SMALL).received()).isEqualTo(SMALL.length);
    }
  }

  @Test
  void an_interrupted_download_is_gone_on_with() throws Exception {
    CountDownLatch stalled = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial =
            Trial.of(
                    origin.endpoint(), folder, config -> config.readTimeout(Duration.ofSeconds(50)))
                .with(options -> options.withResume(true))) {
      origin.plan(_ ->
          answer -> {
            stalled.countDown();
            answer.stallAt(HALF, end);
          });
      Thread caller = Thread.currentThread();
      // Interrupted when half of it is in the file.
      trial.with(options ->
          options.withProgress((done, _) -> {
            if (done == HALF) {
              caller.interrupt();
            }
          }));
      Throwable failure = trial.fails();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(failure).isInstanceOf(InterruptedIOException.class);
      origin.plan(_ -> Answer::whole);
      trial.with(options -> options.withProgress((_, _) -> {}));
      assertThat(trial.succeeds(SMALL).received()).isEqualTo(SMALL.length - HALF);
      end.countDown();
    }
  }

  @Test
  void a_listener_that_throws_ends_the_download() throws IOException {
    CountDownLatch end = new CountDownLatch(1);
    try (FaultyOrigin origin = FaultyOrigin.of(SMALL);
        Trial trial =
            Trial.of(
                origin.endpoint(), folder, config -> config.readTimeout(Duration.ofSeconds(50)))) {
      origin.plan(_ -> answer -> answer.stallAt(HALF, end));
      trial.with(options ->
          options.withProgress((_, _) -> {
            throw new IllegalStateException("the listener");
          }));
      assertThat(catchThrowable(trial::download)).hasMessage("the listener");
      assertThat(Files.exists(partFile())).isFalse();
      end.countDown();
    }
  }
}
