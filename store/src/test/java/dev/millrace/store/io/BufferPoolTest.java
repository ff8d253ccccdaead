package dev.millrace.store.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.store.io.IoConfig.BufferClass;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class BufferPoolTest {
  private static final int BLOCK = BlockFile.BLOCK;

  @Test
  void a_buffer_is_the_smallest_that_is_large_enough_and_aligned() throws Exception {
    try (BufferPool pool =
        new BufferPool(List.of(new BufferClass(3 * BLOCK, 2), new BufferClass(BLOCK, 3)))) {
      assertThat(pool.memory().byteSize()).isEqualTo(9 * BLOCK);
      try (IoBuffer one = pool.acquire(1);
          IoBuffer block = pool.acquire(BLOCK);
          IoBuffer more = pool.acquire(BLOCK + 1)) {
        assertThat(List.of(one.size(), block.size(), more.size()))
            .containsExactly(BLOCK, BLOCK, 3 * BLOCK);
        assertThat(one.memory().address()).isNotEqualTo(block.memory().address());
        for (IoBuffer each : List.of(one, block, more)) {
          assertThat(each.memory().address() % BLOCK).isZero();
        }
      }
    }
  }

  @Test
  void who_finds_none_left_gets_the_next_that_is_given_back() throws Exception {
    try (BufferPool pool = new BufferPool(List.of(new BufferClass(BLOCK, 1)))) {
      IoBuffer only = pool.acquire(BLOCK);
      FutureTask<IoBuffer> next = waiting(pool);
      only.close();
      assertThat(next.get().memory().address()).isEqualTo(only.memory().address());
    }
  }

  @Test
  void memory_with_a_request_under_way_goes_back_only_when_that_has_ended() throws Exception {
    try (BufferPool pool = new BufferPool(List.of(new BufferClass(BLOCK, 1)))) {
      IoBuffer only = pool.acquire(BLOCK);
      only.hold();
      only.close();
      FutureTask<IoBuffer> next = waiting(pool);
      assertThat(next.isDone()).isFalse();
      only.release();
      assertThat(next.get().size()).isEqualTo(BLOCK);
    }
  }

  @Test
  void closing_turns_away_who_waits() throws Exception {
    BufferPool pool = new BufferPool(List.of(new BufferClass(BLOCK, 1)));
    IoBuffer only = pool.acquire(BLOCK);
    FutureTask<IoBuffer> next = waiting(pool);
    pool.close();
    assertThatThrownBy(next::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> only.memory().fill((byte) 1))
        .isInstanceOf(IllegalStateException.class);
  }

  private static FutureTask<IoBuffer> waiting(BufferPool pool) {
    FutureTask<IoBuffer> next = new FutureTask<>(() -> pool.acquire(BLOCK));
    Thread thread = Thread.ofPlatform().start(next);
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return next;
  }

  @Test
  void more_than_a_ring_can_register_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IoConfig.defaults().withBuffers(List.of(new BufferClass(1 << 20, 1025))))
        .withMessageContaining("1074790400");
    assertThatIllegalArgumentException().isThrownBy(() -> new BufferClass(1000, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> IoConfig.defaults().withEntries(100))
        .withMessage("entries are a power of two from 2 to 4096, not 100");
  }
}
