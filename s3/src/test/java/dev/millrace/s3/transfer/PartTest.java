package dev.millrace.s3.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.ByteRange;
import dev.millrace.s3.checksum.CrcAlgorithm;
import dev.millrace.s3.checksum.RunningCrc;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartTest {
  private static final byte[] BYTES = Trial.bytes(1000);
  private static final Duration LOOK = Duration.ofMillis(100);

  private final AtomicLong clock = new AtomicLong(7);
  private final AtomicInteger woken = new AtomicInteger();
  private final Part part = part(CrcAlgorithm.CRC32C);

  private Part part(@Nullable CrcAlgorithm algorithm) {
    return new Part(new ByteRange(100, 1000), algorithm, clock::get);
  }

  private static void receive(Part part, int count) {
    int offset = (int) part.rest().offset() - 100;
    part.wrote(ByteBuffer.wrap(BYTES, offset, part.claim(count)));
  }

  private Part cut(double share) {
    Part cut = part.cut(share, 0);
    assertThat(cut).isNotNull();
    return cut;
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void it_belongs_to_whoever_takes_it_first() {
    assertThat(part.take()).isTrue();
    assertThat(part.take()).isFalse();
    assertThat(part.isTaken()).isTrue();
  }

  @Test
  void its_worker_claims_no_more_than_it_has() {
    assertThat(part.claim(600)).isEqualTo(600);
    assertThat(part.rest()).isEqualTo(new ByteRange(700, 400));
    assertThat(part.claim(600)).isEqualTo(400);
    assertThat(part.isFetched()).isTrue();
    assertThat(part.claim(1)).isZero();
    assertThat(part.take()).isFalse();
  }

  @Test
  void what_is_claimed_is_a_piece_only_when_it_is_written() {
    part.claim(600);
    assertThat(part.piece()).extracting(Piece::offset, Piece::length).containsExactly(100L, 0L);
    part.wrote(ByteBuffer.wrap(BYTES, 0, 600));
    RunningCrc crc = CrcAlgorithm.CRC32C.start();
    crc.update(BYTES, 0, 600);
    assertThat(part.piece()).isEqualTo(new Piece(100, 600, crc.crc()));
  }

  @Test
  void without_an_algorithm_its_piece_has_no_crc() {
    Part plain = part(null);
    receive(plain, 600);
    assertThat(plain.piece()).isEqualTo(new Piece(100, 600, null));
    assertThat(plain.cut(0, 0)).isNotNull();
  }

  @Test
  void what_is_not_claimed_can_be_cut_off() {
    part.claim(200);
    assertThat(cut(0.25).rest()).isEqualTo(new ByteRange(500, 600));
    assertThat(part.rest()).isEqualTo(new ByteRange(300, 200));
    assertThat(part.cut(1, 0)).isNull();
    assertThat(cut(0).rest()).isEqualTo(new ByteRange(300, 200));
    assertThat(part.isFetched()).isTrue();
    assertThat(part.cut(0, 0)).isNull();
  }

  @Test
  void who_waits_for_it_is_woken_when_nothing_is_left() {
    part.awaits(woken::incrementAndGet);
    cut(0.5);
    assertThat(woken).hasValue(0);
    cut(0);
    part.end();
    assertThat(woken).hasValue(1);
    assertThat(part.awaitsNothing()).isTrue();
    assertThat(part.awaitsNothing()).isFalse();
  }

  @Test
  void who_begins_to_wait_too_late_is_woken_at_once() {
    part.end();
    part.awaits(woken::incrementAndGet);
    assertThat(woken).hasValue(1);
  }

  @Test
  void who_no_longer_waits_is_left_alone() {
    part.awaits(woken::incrementAndGet);
    assertThat(part.awaitsNothing()).isFalse();
    cut(0);
    assertThat(woken).hasValue(0);
  }

  @Test
  void it_stalls_when_nothing_comes_for_a_while() {
    part.take();
    pass(Part.STALL);
    assertThat(part.isStalled()).isFalse();
    pass(LOOK);
    assertThat(part.isStalled()).isTrue();
    receive(part, 10);
    part.sample(LOOK);
    assertThat(part.isStalled()).isFalse();
  }

  @Test
  void looking_at_it_does_not_keep_it_from_stalling() {
    part.take();
    pass(Part.STALL.plus(LOOK));
    assertThat(part.take()).isFalse();
    assertThat(part.isStalled()).isTrue();
  }

  @Test
  void what_nobody_has_or_needs_does_not_stall() {
    pass(Part.STALL.plus(LOOK));
    assertThat(part.isStalled()).isFalse();
    part.take();
    receive(part, 1000);
    pass(Part.STALL.plus(LOOK));
    assertThat(part.isStalled()).isFalse();
  }

  @Test
  void the_same_bytes_are_taken_over_three_times() {
    Part last = part;
    for (int i = 0; i < 3; i++) {
      last.take();
      pass(Part.STALL.plus(LOOK));
      assertThat(last.isStalled()).isTrue();
      Part next = last.cut(0, 0);
      assertThat(next).isNotNull();
      last = next;
    }
    last.take();
    pass(Part.STALL.plus(LOOK));
    assertThat(last.isStalled()).isFalse();
    receive(last, 10);
    assertThat(last.isStalled()).isTrue();
  }

  @Test
  void its_rate_follows_what_comes() {
    part.take();
    assertThat(part.rate()).isZero();
    part.claim(100);
    part.sample(LOOK);
    assertThat(part.rate()).isEqualTo(1000);
    assertThat(part.secondsLeft()).isEqualTo(0.9);
    part.sample(LOOK);
    assertThat(part.rate()).isBetween(600.0, 800.0);
  }
}
