package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.SealedTier.config;
import static dev.millrace.store.ssd.SealedTier.reopen;
import static dev.millrace.store.ssd.SealedTier.sealing;
import static dev.millrace.store.ssd.TestTier.key;
import static dev.millrace.store.ssd.TestTier.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.seal.Keyring;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What happens to entries while others, or they themselves, are being sealed.
class EntrySealerTest {
  private static final Sealing SEALING = sealing(Keyring.parse(List.of(Keyring.newKey())));

  @TempDir Path folder;
  private TestTier test;

  /// Done once, after an entry was sealed and before it is staged.
  private final AtomicReference<Runnable> next = new AtomicReference<>(EntrySealerTest::nothing);

  @BeforeEach
  void open() throws Exception {
    test = new TestTier(config(folder).sealed(SEALING));
    reopen(test, new Interrupted(test.config.longestEntry()));
  }

  @AfterEach
  void close() {
    test.close();
  }

  private final class Interrupted extends Sealant {
    Interrupted(int longestEntry) throws IOException {
      super(SEALING, longestEntry);
    }

    @Override
    long seal(MemorySegment key, MemorySegment value, long expiry, MemorySegment to) {
      long size = super.seal(key, value, expiry, to);
      next.getAndSet(EntrySealerTest::nothing).run();
      return size;
    }
  }

  private static void nothing() {}

  private void replace(int number) {
    test.tier.replaced(test.hash(key(number)));
  }

  private void assertFoundAlsoAfterRestart(int number, byte[] expected) throws Exception {
    for (int i = 0; i < 2; i++) {
      assertThat(test.find(key(number))).isEqualTo(expected);
      test.restart();
    }
  }

  @Test
  void what_is_replaced_while_it_is_sealed_is_not_staged() throws Exception {
    next.set(() -> replace(1));
    test.offer(key(1), value(1, 1000));
    test.tier.flush();

    assertThat(test.tier.stats().written()).isZero();
    assertThat(test.tier.stats().dropped()).isZero();
    assertFoundAlsoAfterRestart(1, null);
  }

  @Test
  void what_is_put_anew_while_it_is_sealed_has_its_new_value() throws Exception {
    CountDownLatch isPutAnew = new CountDownLatch(1);
    next.set(() -> {
      replace(1);
      test.offer(key(1), value(2, 2000));
      isPutAnew.countDown();
    });
    test.offer(key(1), value(1, 1000));
    // A flush waits for what was taken before it, no more.
    isPutAnew.await();
    test.tier.flush();

    assertThat(test.tier.stats().written()).isEqualTo(1);
    assertFoundAlsoAfterRestart(1, value(2, 2000));
  }

  @Test
  void what_is_replaced_while_it_waits_is_not_even_sealed() throws Exception {
    CountDownLatch goOn = block();
    test.offer(key(1), value(1, 1000));
    test.offer(key(2), value(2, 1000));
    test.offer(key(3), value(3, 1000));
    replace(1);
    replace(2);
    replace(3);
    test.offer(key(3), value(4, 1000));
    assertThat(test.find(key(2))).isNull();
    goOn.countDown();
    test.tier.flush();

    assertThat(test.tier.stats().written()).isEqualTo(2);
    assertThat(SealedTier.stats(test).plainBytes()).isEqualTo(1000);
    assertThat(test.find(key(1))).isNull();
    assertThat(test.find(key(2))).isNull();
    assertFoundAlsoAfterRestart(3, value(4, 1000));
  }

  /// Has the thread wait that seals, once it is to stage an entry without content.
  private CountDownLatch block() throws InterruptedException {
    CountDownLatch isBlocked = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    next.set(() -> {
      isBlocked.countDown();
      TestTier.await(goOn);
    });
    test.offer(key(0), new byte[0]);
    isBlocked.await();
    return goOn;
  }

  @Test
  void what_waits_is_not_taken_twice() throws Exception {
    CountDownLatch goOn = block();
    test.offer(key(1), value(1, 1000));
    test.offer(key(1), value(1, 1000));
    assertThat(test.tier.stats().alreadyHeld()).isEqualTo(1);
    goOn.countDown();
    test.tier.flush();
    assertThat(test.tier.stats().written()).isEqualTo(2);
    assertThat(test.find(key(1))).isEqualTo(value(1, 1000));
  }

  @Test
  void where_there_is_no_room_to_wait_entries_are_dropped_and_nobody_waits() throws Exception {
    int room = test.config.stages() * test.config.stageBytes() / 50_000;
    CountDownLatch goOn = block();
    for (int i = 1; i <= room + 10; i++) {
      test.offer(key(i), value(i, 50_000 - key(i).length));
    }
    assertThat(test.tier.stats().dropped()).isBetween(10L, 12L);
    long dropped = test.tier.stats().dropped();
    goOn.countDown();
    test.tier.flush();

    // What is sealed at once may be more than the device has segments ready for.
    assertThat(test.tier.stats().written()).isPositive();
    assertThat(test.tier.stats().written() + test.tier.stats().dropped()).isEqualTo(room + 11);
    assertThat(test.tier.stats().dropped()).isGreaterThanOrEqualTo(dropped);
    test.offer(key(room + 10), value(1, 1000));
    test.tier.flush();
    assertThat(test.find(key(room + 10))).isEqualTo(value(1, 1000));
  }

  @Test
  void small_entries_that_wait_are_no_more_than_the_heap_has_room_for() throws Exception {
    int room = test.config.stages() * test.config.stageBytes() / 256;
    CountDownLatch goOn = block();
    for (int i = 1; i <= room + 10; i++) {
      test.offer(key(i), value(i, 1));
    }
    // The one that is being sealed has its room, too.
    assertThat(test.tier.stats().dropped()).isEqualTo(11);
    goOn.countDown();
    test.tier.flush();
    assertThat(test.tier.stats().written() + test.tier.stats().dropped()).isEqualTo(room + 11);
  }

  @Test
  void what_waits_when_the_tier_is_closed_is_written() throws Exception {
    CountDownLatch goOn = block();
    for (int i = 1; i < 20; i++) {
      test.offer(key(i), value(i, 1000));
    }
    test.restart(goOn::countDown);

    assertThat(test.found(1, 20, 1000)).isEqualTo(19);
  }

  private static Stream<Named<Runnable>> failures() {
    return Stream.of(
        Named.of(
            "cipher",
            () -> {
              throw new IllegalStateException("a cipher that fails");
            }),
        Named.of(
            "memory",
            () -> {
              throw new OutOfMemoryError("no memory off the heap");
            }),
        Named.of(
            "library",
            () -> {
              throw new UnsatisfiedLinkError("no library");
            }));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void what_cannot_be_sealed_is_dropped_and_the_others_go_on(Runnable failure) throws Exception {
    // More than there is room for, if it were not given back.
    for (int i = 1; i <= 10; i++) {
      next.set(failure);
      test.offer(key(1), value(1, 150_000));
      test.tier.flush();
      assertThat(test.tier.stats().dropped()).isEqualTo(i);
    }
    test.offer(key(2), value(2, 1000));
    test.tier.flush();

    assertThat(test.tier.stats().dropped()).isEqualTo(10);
    assertThat(test.find(key(1))).isNull();
    assertThat(test.find(key(2))).isEqualTo(value(2, 1000));
    test.offer(key(1), value(1, 1000));
    test.tier.flush();
    assertThat(test.find(key(1))).isEqualTo(value(1, 1000));
  }
}
