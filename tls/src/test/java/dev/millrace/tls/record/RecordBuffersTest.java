package dev.millrace.tls.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RecordBuffersTest {
  @Test
  void every_record_fits() {
    byte[] buffer = new RecordBuffers(1, 1).take();
    assertThat(buffer).hasSize(5 + 16384 + 2048);
  }

  @Test
  void several_records_fit_where_that_is_wanted() {
    assertThat(new RecordBuffers(1, 4).take()).hasSize(4 * (5 + 16384 + 2048));
  }

  @Test
  void what_was_given_back_is_lent_again() {
    RecordBuffers buffers = new RecordBuffers(3, 1);
    byte[] buffer = buffers.take();
    buffers.give(buffer);
    assertThat(buffers.take()).isSameAs(buffer);
    assertThat(buffers.take()).isNotSameAs(buffer);
  }

  @Test
  void it_keeps_no_more_than_its_capacity() {
    RecordBuffers buffers = new RecordBuffers(3, 1);
    Set<byte[]> lent = distinct(buffers, 10);
    lent.forEach(buffers::give);
    Set<byte[]> again = distinct(buffers, 10);
    again.retainAll(lent);
    assertThat(again).hasSize(3);
  }

  @Test
  void plaintext_does_not_stay() {
    RecordBuffers buffers = new RecordBuffers(1, 1);
    byte[] buffer = buffers.take();
    Arrays.fill(buffer, 0, 1000, (byte) 1);
    buffers.giveWiped(buffer, 1000);
    assertThat(buffers.take()).isSameAs(buffer).containsOnly(0);
  }

  @Test
  void an_array_of_another_length_is_refused() {
    assertThatThrownBy(() -> new RecordBuffers(1, 1).give(new byte[10]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void no_two_threads_have_the_same_array() throws Exception {
    RecordBuffers buffers = new RecordBuffers(4, 1);
    List<Callable<Boolean>> users = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      byte mine = (byte) i;
      users.add(() -> {
        boolean alone = true;
        for (int round = 0; round < 500; round++) {
          byte[] buffer = buffers.take();
          Arrays.fill(buffer, mine);
          for (byte b : buffer) {
            alone &= b == mine;
          }
          buffers.give(buffer);
        }
        return alone;
      });
    }
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> alone : executor.invokeAll(users)) {
        assertThat(alone.get()).isTrue();
      }
    }
  }

  private static Set<byte[]> distinct(RecordBuffers buffers, int count) {
    Set<byte[]> lent = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < count; i++) {
      lent.add(buffers.take());
    }
    assertThat(lent).hasSize(count);
    return lent;
  }
}
