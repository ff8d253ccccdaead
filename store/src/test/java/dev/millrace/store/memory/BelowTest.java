package dev.millrace.store.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the memory tier tells the tier below, and takes from it.
class BelowTest {
  private static final int CAPACITY = 2 << 20;

  private final AtomicLong now = new AtomicLong(12_345);
  private final Recorder below = new Recorder();
  private final MemoryTier tier =
      MemoryTier.open(MemoryConfig.of(CAPACITY).segmentSize(64 << 10).clock(now::get), 42, below);

  @AfterEach
  void close() {
    tier.close();
  }

  private static final class Recorder implements Below {
    private final Map<String, byte[]> evicted = new HashMap<>();
    private final Map<String, Long> lifetimes = new HashMap<>();
    private final List<Long> replaced = new ArrayList<>();

    @Override
    public void evicted(
        long hash,
        MemorySegment memory,
        long key,
        int keyLength,
        long value,
        int valueLength,
        long lifetime) {
      String name = new String(memory.asSlice(key, keyLength).toArray(JAVA_BYTE), UTF_8);
      evicted.put(name, memory.asSlice(value, valueLength).toArray(JAVA_BYTE));
      lifetimes.put(name, lifetime);
    }

    @Override
    public void replaced(long hash) {
      replaced.add(hash);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /// Puts entries that nobody asks for until the tier has turned over a few times.
  private void crowdOut() {
    for (int i = 0; i < 10_000; i++) {
      tier.put(bytes("crowd-" + i), new byte[1000]);
    }
  }

  /// Puts entries that are all asked for, so that the main queue turns over.
  private void crowdOutOfMain() {
    for (int i = 0; i < 10_000; i++) {
      byte[] key = bytes("popular-" + i);
      tier.put(key, new byte[1000]);
      assertThat(tier.copy(key)).isNotNull();
    }
  }

  @Test
  void what_nobody_asked_for_is_not_offered() {
    crowdOut();

    assertThat(tier.stats().evicted()).isPositive();
    assertThat(below.evicted).isEmpty();
  }

  @Test
  void what_was_asked_for_is_offered_when_it_leaves() {
    tier.put(bytes("a"), bytes("one"));
    tier.copy(bytes("a"));
    crowdOutOfMain();

    assertThat(tier.copy(bytes("a"))).isNull();
    assertThat(below.evicted.get("a")).isEqualTo(bytes("one"));
    assertThat(below.lifetimes).containsEntry("a", Below.FOREVER);
  }

  @Test
  void what_expires_is_offered_with_what_is_left_of_its_lifetime() {
    tier.put(bytes("a"), MemorySegment.ofArray(bytes("one")), Duration.ofHours(1));
    tier.copy(bytes("a"));
    now.addAndGet(Duration.ofMinutes(20).toNanos());
    crowdOutOfMain();

    assertThat(Duration.ofNanos(below.lifetimes.get("a")))
        .isBetween(Duration.ofMinutes(39), Duration.ofMinutes(40));
  }

  @Test
  void what_has_expired_is_not_offered() {
    tier.put(bytes("a"), MemorySegment.ofArray(bytes("one")), Duration.ofHours(1));
    tier.copy(bytes("a"));
    now.addAndGet(Duration.ofHours(2).toNanos());
    crowdOutOfMain();

    assertThat(below.evicted).doesNotContainKey("a");
  }

  @Test
  void puts_and_removals_are_told_with_the_hash_of_the_key() {
    tier.put(bytes("a"), bytes("one"));
    tier.put(bytes("a"), bytes("two"));
    tier.remove(bytes("a"));
    tier.remove(bytes("a"));

    assertThat(below.replaced).hasSize(4);
    assertThat(below.replaced.stream().distinct()).hasSize(1);
  }

  @Test
  void only_memory_off_the_heap_that_is_there_can_be_lent() {
    MemorySegment memory = Arena.ofAuto().allocate(16);
    ValueHolder holder = _ -> {};

    assertThatThrownBy(() -> Value.of(MemorySegment.ofArray(new byte[16]), 0, 16, holder, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Value.of(memory, 1, 16, holder, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Value.of(memory, -1, 16, holder, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void what_was_promoted_is_found() {
    assertThat(promote("a", "one", true)).isTrue();

    assertThat(tier.copy(bytes("a"))).isEqualTo(bytes("one"));
    assertThat(below.replaced).isEmpty();
  }

  @Test
  void what_is_here_is_not_promoted_over() {
    tier.put(bytes("a"), bytes("two"));

    assertThat(promote("a", "one", true)).isFalse();
    assertThat(tier.copy(bytes("a"))).isEqualTo(bytes("two"));
  }

  @Test
  void what_is_of_the_past_is_not_promoted() {
    assertThat(promote("a", "one", false)).isFalse();

    assertThat(tier.copy(bytes("a"))).isNull();
    crowdOut();
    assertThat(tier.stats().bytes()).isLessThanOrEqualTo(CAPACITY);
  }

  @Test
  void what_was_promoted_and_is_not_asked_for_again_is_forgotten() {
    promote("a", "one", true);
    crowdOut();

    assertThat(tier.copy(bytes("a"))).isNull();
    assertThat(below.evicted).doesNotContainKey("a");
  }

  private boolean promote(String key, String text, boolean isCurrent) {
    MemorySegment memory = Arena.ofAuto().allocateFrom(JAVA_BYTE, bytes(text));
    List<Long> released = new ArrayList<>();
    boolean promoted;
    try (Value value = Value.of(memory, 0, memory.byteSize(), released::add, 7)) {
      promoted = tier.promote(bytes(key), value, Below.FOREVER, () -> isCurrent);
    }
    assertThat(released).containsExactly(7L);
    return promoted;
  }
}
