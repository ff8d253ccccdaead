package dev.millrace.store.ssd;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CopyRingTest {
  private static final int BYTES = 4096;

  @Test
  void no_two_pieces_overlap_and_all_of_it_is_used() {
    CopyRing ring = new CopyRing(BYTES, 1);
    SplittableRandom random = new SplittableRandom(1);
    Deque<CopyRing.Piece> pieces = new ArrayDeque<>();
    Deque<Byte> marks = new ArrayDeque<>();
    int most = 0;
    int held = 0;
    for (int i = 0; i < 100_000; i++) {
      int bytes = 1 + random.nextInt(BYTES / 4);
      CopyRing.Piece piece = random.nextInt(10) == 0 ? null : ring.take(bytes);
      if (piece != null) {
        assertThat(piece.memory().byteSize()).isEqualTo(bytes);
        byte mark = (byte) i;
        piece.memory().fill(mark);
        pieces.add(piece);
        marks.add(mark);
        held += bytes;
        most = Math.max(most, held);
      } else if (!pieces.isEmpty()) {
        CopyRing.Piece oldest = pieces.remove();
        byte mark = marks.remove();
        assertThat(oldest.memory().toArray(ValueLayout.JAVA_BYTE)).containsOnly(mark);
        held -= (int) oldest.memory().byteSize();
        ring.giveBack(oldest);
      }
    }

    assertThat(most).isBetween(BYTES - BYTES / 8, BYTES);
  }

  @Test
  void an_empty_ring_has_room_for_half_of_it_wherever_it_stands() {
    CopyRing ring = new CopyRing(BYTES, 1);
    for (int i = 0; i < 3 * BYTES; i++) {
      for (int bytes : new int[] {1, BYTES / 2}) {
        CopyRing.Piece piece = ring.take(bytes);
        assertThat(piece).isNotNull();
        ring.giveBack(piece);
      }
    }
  }

  @Test
  void there_are_no_more_pieces_than_there_would_be_of_the_least() {
    CopyRing ring = new CopyRing(BYTES, 256);
    Deque<CopyRing.Piece> pieces = new ArrayDeque<>();
    for (int round = 0; round < 3; round++) {
      for (CopyRing.Piece piece = ring.take(1); piece != null; piece = ring.take(1)) {
        assertThat(piece.memory().byteSize()).isEqualTo(1);
        pieces.add(piece);
      }
      assertThat(pieces).hasSize(BYTES / 256);
      while (!pieces.isEmpty()) {
        ring.giveBack(pieces.remove());
      }
    }
  }

  @Test
  void a_full_ring_has_no_room() {
    CopyRing ring = new CopyRing(BYTES, 1);
    CopyRing.Piece all = ring.take(BYTES);
    assertThat(all).isNotNull();
    assertThat(ring.take(1)).isNull();
    ring.giveBack(all);
    assertThat(ring.take(BYTES)).isNotNull();
  }
}
