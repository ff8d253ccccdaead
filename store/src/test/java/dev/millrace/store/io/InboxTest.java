package dev.millrace.store.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.io.Inbox.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InboxTest {
  private static final int PRODUCERS = 4;
  private static final int EACH = 50_000;

  private final Inbox inbox = new Inbox();

  private static Request request(int number) {
    return Request.of(Request.Operation.FORCE, number, -1);
  }

  @Test
  void what_was_put_in_first_is_taken_first() {
    for (int i = 0; i < 3; i++) {
      assertThat(inbox.put(request(i))).isEqualTo(Owner.AWAKE);
    }
    assertThat(numbers(inbox.takeAll())).containsExactly(0, 1, 2);
    assertThat(inbox.takeAll()).isNull();
  }

  @Test
  void the_first_to_come_learns_that_the_owner_sleeps_and_no_other() {
    assertThat(inbox.sleep(Owner.IN_KERNEL)).isTrue();
    assertThat(inbox.isEmpty()).isTrue();
    assertThat(inbox.put(request(0))).isEqualTo(Owner.IN_KERNEL);
    assertThat(inbox.put(request(1))).isEqualTo(Owner.AWAKE);
    assertThat(inbox.isEmpty()).isFalse();
  }

  @Test
  void an_owner_with_requests_may_not_sleep() {
    inbox.put(request(0));
    assertThat(inbox.sleep(Owner.PARKED)).isFalse();
  }

  @Test
  void nothing_is_taken_by_an_owner_that_is_gone() {
    inbox.put(request(0));
    assertThat(numbers(inbox.shut())).containsExactly(0);
    assertThat(inbox.put(request(1))).isEqualTo(Owner.GONE);
    assertThat(inbox.shut()).isNull();
  }

  @Test
  @Timeout(60)
  void no_request_and_no_wake_up_is_lost_among_threads() throws Exception {
    Thread owner = Thread.currentThread();
    List<Thread> producers = new ArrayList<>();
    for (int i = 0; i < PRODUCERS; i++) {
      int number = i;
      producers.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int j = 0; j < EACH; j++) {
                  if (inbox.put(request(number)) == Owner.PARKED) {
                    LockSupport.unpark(owner);
                  }
                }
              }));
    }
    int taken = 0;
    while (taken < PRODUCERS * EACH) {
      taken += numbers(inbox.takeAll()).size();
      if (inbox.sleep(Owner.PARKED)) {
        while (taken < PRODUCERS * EACH && inbox.isEmpty()) {
          LockSupport.park();
        }
      }
    }
    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(taken).isEqualTo(PRODUCERS * EACH);
  }

  private static List<Integer> numbers(@Nullable Request chain) {
    List<Integer> numbers = new ArrayList<>();
    for (Request request = chain; request != null; request = request.next) {
      numbers.add(request.descriptor);
    }
    return numbers;
  }
}
