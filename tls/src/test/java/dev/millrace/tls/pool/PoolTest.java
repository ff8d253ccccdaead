package dev.millrace.tls.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64})
  void as_many_are_kept_as_it_has_places(int capacity) {
    Pool<Object> pool = new Pool<>(capacity, Object::new);
    Set<Object> given = new HashSet<>();
    for (int i = 0; i < capacity; i++) {
      Object thing = new Object();
      given.add(thing);
      pool.give(thing);
    }
    pool.give(new Object());

    for (int i = 0; i < capacity; i++) {
      assertThat(given.remove(pool.take())).isTrue();
    }
    assertThat(given).isEmpty();
  }

  @Test
  void one_is_made_where_none_is_there() {
    AtomicInteger made = new AtomicInteger();
    Pool<Integer> pool = new Pool<>(2, made::incrementAndGet);

    assertThat(pool.take()).isEqualTo(1);
    assertThat(pool.take()).isEqualTo(2);
    pool.give(1);
    assertThat(pool.take()).isEqualTo(1);
  }

  @Test
  void nothing_has_two_users_at_once() throws Exception {
    Pool<AtomicBoolean> pool = new Pool<>(4, AtomicBoolean::new);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> alone :
          IntStream.range(0, 200).mapToObj(_ -> threads.submit(() -> isAlone(pool))).toList()) {
        assertThat(alone.get()).isTrue();
      }
    }
  }

  private static boolean isAlone(Pool<AtomicBoolean> pool) {
    for (int i = 0; i < 1000; i++) {
      AtomicBoolean inUse = pool.take();
      boolean isAlone = inUse.compareAndSet(false, true);
      Thread.onSpinWait();
      if (!isAlone || !inUse.compareAndSet(true, false)) {
        return false;
      }
      pool.give(inUse);
    }
    return true;
  }
}
