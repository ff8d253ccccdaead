package dev.millrace.store.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryTierTest {
  private static final int CAPACITY = 4 << 20;

  private final AtomicLong now = new AtomicLong(12_345);
  private final MemoryTier tier =
      MemoryTier.open(MemoryConfig.of(CAPACITY).segmentSize(64 << 10).clock(now::get));

  @AfterEach
  void close() {
    tier.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static byte[] key(int number) {
    return bytes("key-" + number);
  }

  @Test
  void what_was_put_is_found() {
    assertThat(tier.put(bytes("a"), bytes("one"))).isEqualTo(Put.STORED);
    assertThat(tier.put(bytes("b"), bytes("two"))).isEqualTo(Put.STORED);

    assertThat(tier.copy(bytes("a"))).isEqualTo(bytes("one"));
    assertThat(tier.copy(bytes("b"))).isEqualTo(bytes("two"));
    assertThat(tier.copy(bytes("c"))).isNull();
    assertThat(tier.size()).isEqualTo(2);
  }

  @Test
  void the_last_value_of_a_key_is_found() {
    for (int i = 0; i < 10; i++) {
      assertThat(tier.put(bytes("a"), bytes("value " + i)).stored()).isTrue();
    }

    assertThat(tier.copy(bytes("a"))).isEqualTo(bytes("value 9"));
    assertThat(tier.size()).isEqualTo(1);
  }

  @Test
  void what_was_removed_is_not_found() {
    tier.put(bytes("a"), bytes("one"));

    assertThat(tier.remove(bytes("a"))).isTrue();
    assertThat(tier.remove(bytes("a"))).isFalse();
    assertThat(tier.copy(bytes("a"))).isNull();
    assertThat(tier.size()).isZero();
  }

  @Test
  void a_value_may_be_empty() {
    tier.put(bytes("a"), new byte[0]);

    try (Value value = tier.get(bytes("a"))) {
      assertThat(value).isNotNull();
      assertThat(value.size()).isZero();
      assertThat(value.toArray()).isEmpty();
    }
  }

  @Test
  void a_value_is_copied_where_there_is_room_for_it() {
    tier.put(bytes("a"), bytes("one"));
    byte[] room = bytes("----");

    assertThat(tier.copyTo(bytes("a"), new byte[2])).isEqualTo(3);
    assertThat(tier.copyTo(bytes("a"), room)).isEqualTo(3);
    assertThat(room).isEqualTo(bytes("one-"));
    assertThat(tier.copyTo(bytes("b"), room)).isEqualTo(-1);
  }

  @Test
  void what_is_too_long_to_be_copied_leaves_no_trace() {
    tier.put(bytes("a"), bytes("one"));
    byte[] room = bytes("--");

    int _ = tier.copyTo(bytes("a"), room);

    assertThat(room).isEqualTo(bytes("--"));
  }

  @Test
  void segments_may_have_any_size() {
    MemoryConfig config = MemoryConfig.of(CAPACITY).segmentSize(100_001);
    try (MemoryTier odd = MemoryTier.open(config)) {
      for (int i = 0; i < 100_000; i++) {
        assertThat(odd.put(key(i), bytes("value"))).isEqualTo(Put.STORED);
      }
      assertThat(odd.copy(key(99_999))).isEqualTo(bytes("value"));
    }
  }

  @Test
  void keys_have_1_to_65536_bytes() {
    MemoryConfig config = MemoryConfig.of(CAPACITY).segmentSize(256 << 10);
    try (MemoryTier wide = MemoryTier.open(config)) {
      byte[] longest = new byte[MemoryTier.LONGEST_KEY];
      byte[] almost = new byte[MemoryTier.LONGEST_KEY - 1];

      assertThat(wide.put(longest, bytes("long"))).isEqualTo(Put.STORED);
      assertThat(wide.put(almost, bytes("shorter"))).isEqualTo(Put.STORED);
      assertThat(wide.copy(longest)).isEqualTo(bytes("long"));
      assertThat(wide.copy(almost)).isEqualTo(bytes("shorter"));
      assertThat(wide.put(new byte[MemoryTier.LONGEST_KEY + 1], bytes("")))
          .isEqualTo(Put.KEY_LENGTH);
      assertThat(wide.put(new byte[0], bytes(""))).isEqualTo(Put.KEY_LENGTH);
      assertThat(wide.get(new byte[0])).isNull();
    }
  }

  @Test
  void values_may_be_as_long_as_a_segment_has_room() {
    byte[] key = bytes("a");
    byte[] longest = new byte[Math.toIntExact(tier.longestValue(key.length))];
    Arrays.fill(longest, (byte) 7);

    assertThat(tier.put(key, longest)).isEqualTo(Put.STORED);
    assertThat(tier.put(bytes("b"), MemorySegment.ofArray(longest), Duration.ofDays(1)))
        .isEqualTo(Put.STORED);
    assertThat(tier.copy(key)).isEqualTo(longest);
    assertThat(tier.copy(bytes("b"))).isEqualTo(longest);
    assertThat(tier.put(key, new byte[longest.length + 1])).isEqualTo(Put.TOO_LARGE);
    assertThat(tier.copy(key)).as("what was refused changes nothing").isEqualTo(longest);
  }

  @Test
  void numbers_are_read_where_they_were_written() {
    if (!(tier.reserve(bytes("a"), 13) instanceof Draft draft)) {
      throw new AssertionError("refused");
    }
    draft.setByte(0, (byte) -1);
    draft.setInt(1, 0x12345678);
    draft.setLong(5, Long.MIN_VALUE + 5);
    assertThat(tier.get(bytes("a"))).as("a draft is not found").isNull();
    assertThat(draft.store()).isEqualTo(Put.STORED);

    try (Value value = tier.get(bytes("a"))) {
      assertThat(value).isNotNull();
      assertThat(value.getByte(0)).isEqualTo((byte) -1);
      assertThat(value.getInt(1)).isEqualTo(0x12345678);
      assertThat(value.getLong(5)).isEqualTo(Long.MIN_VALUE + 5);
    }
  }

  @Test
  void a_draft_that_is_given_up_is_never_found() {
    if (tier.reserve(bytes("a"), 10) instanceof Draft draft) {
      draft.close();
      draft.close();
      assertThatThrownBy(draft::store).isInstanceOf(IllegalStateException.class);
    }

    assertThat(tier.get(bytes("a"))).isNull();
  }

  @Test
  void a_wild_offset_is_an_exception() {
    tier.put(bytes("a"), new byte[16]);
    try (Value value = tier.get(bytes("a"))) {
      assertThat(value).isNotNull();
      for (long wild : new long[] {-1, 9, 16, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE}) {
        assertThatThrownBy(() -> value.getLong(wild)).isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> value.copyTo(1, new byte[16], 0, 16))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> value.copyTo(0, new byte[16], 0, -1))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void a_negative_size_is_an_exception() {
    assertThatThrownBy(() -> tier.reserve(bytes("a"), -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_view_ends_when_it_is_closed() {
    tier.put(bytes("a"), new byte[16]);
    Value value = tier.get(bytes("a"));
    assertThat(value).isNotNull();
    value.close();
    value.close();

    assertThatThrownBy(() -> value.getByte(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(value::size).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(value::toArray).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_view_belongs_to_the_thread_that_was_given_it() throws InterruptedException {
    tier.put(bytes("a"), new byte[16]);
    try (Value value = tier.get(bytes("a"))) {
      assertThat(value).isNotNull();
      Thread other =
          Thread.ofVirtual()
              .unstarted(() -> {
                assertThatThrownBy(() -> value.getByte(0)).isInstanceOf(WrongThreadException.class);
                assertThatThrownBy(value::close).isInstanceOf(WrongThreadException.class);
              });
      Throwable[] failure = new Throwable[1];
      other.setUncaughtExceptionHandler((_, e) -> failure[0] = e);
      other.start();
      other.join();
      assertThat(failure[0]).isNull();
    }
  }

  @Test
  void an_open_view_keeps_its_bytes_whatever_is_put() {
    byte[] original = new byte[1000];
    Arrays.fill(original, (byte) 42);
    tier.put(bytes("a"), original);
    try (Value value = tier.get(bytes("a"))) {
      assertThat(value).isNotNull();
      tier.remove(bytes("a"));
      for (int i = 0; i < 50_000; i++) {
        assertThat(tier.put(key(i), new byte[1000]).stored()).isTrue();
      }
      assertThat(value.toArray()).isEqualTo(original);
      assertThat(tier.stats().beingRead()).isEqualTo(1);
    }
    for (int i = 0; i < 100; i++) {
      tier.put(key(i), new byte[1000]);
    }
    assertThat(tier.stats().beingRead()).isZero();
  }

  @Test
  void where_everything_is_being_read_a_put_is_refused_and_works_again_afterwards() {
    int entries = 100;
    byte[] large = new byte[60_000];
    Value[] open = new Value[entries];
    int opened = 0;
    while (tier.put(key(opened), large).stored()) {
      open[opened] = tier.get(key(opened));
      opened++;
    }

    assertThat(tier.put(bytes("b"), large)).isEqualTo(Put.NO_ROOM);
    assertThat(tier.stats().bytes()).isLessThanOrEqualTo(CAPACITY);
    for (int i = 0; i < opened; i++) {
      open[i].close();
    }
    assertThat(tier.put(bytes("b"), large)).isEqualTo(Put.STORED);
  }

  @Test
  void where_everything_is_being_written_a_put_is_refused_and_works_again_afterwards() {
    Draft[] drafts = new Draft[100];
    int opened = 0;
    while (tier.reserve(key(opened), 60_000) instanceof Draft draft) {
      drafts[opened++] = draft;
    }

    assertThat(tier.put(bytes("b"), new byte[60_000])).isEqualTo(Put.NO_ROOM);
    for (int i = 0; i < opened; i++) {
      assertThat(drafts[i].store()).isEqualTo(Put.STORED);
    }
    assertThat(tier.put(bytes("b"), new byte[60_000])).isEqualTo(Put.STORED);
  }

  @Test
  void an_entry_is_not_found_after_its_lifetime() {
    Duration lifetime = Duration.ofSeconds(100);
    tier.put(bytes("a"), MemorySegment.ofArray(bytes("one")), lifetime);
    tier.put(bytes("b"), bytes("for ever"));

    now.addAndGet(lifetime.toNanos() / 1000 * 999);
    assertThat(tier.copy(bytes("a"))).isEqualTo(bytes("one"));
    now.addAndGet(lifetime.toNanos() / 1000);
    assertThat(tier.copy(bytes("a"))).isNull();
    assertThat(tier.copy(bytes("b"))).isNotNull();
  }

  @Test
  void a_lifetime_that_is_not_positive_is_over_at_once() {
    for (Duration lifetime : new Duration[] {Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE)}) {
      assertThat(tier.put(bytes("a"), MemorySegment.ofArray(bytes("one")), lifetime).stored())
          .isTrue();
      assertThat(tier.copy(bytes("a"))).isNull();
    }
  }

  @Test
  void a_lifetime_may_be_longer_than_nanoseconds_can_tell() {
    tier.put(bytes("a"), MemorySegment.ofArray(bytes("one")), Duration.ofSeconds(Long.MAX_VALUE));

    now.set(Long.MAX_VALUE / 2);
    assertThat(tier.copy(bytes("a"))).isEqualTo(bytes("one"));
  }

  @Test
  void what_has_expired_goes_before_anything_that_lives() {
    MemorySegment value = MemorySegment.ofArray(new byte[1000]);
    int lasting = 1000;
    for (int i = 0; i < lasting; i++) {
      tier.put(key(i), value);
    }
    int entries = lasting;
    while (tier.stats().evicted() == 0 && tier.stats().bytes() < CAPACITY * 0.9) {
      tier.put(key(entries++), value, Duration.ofMinutes(1));
    }
    now.addAndGet(Duration.ofMinutes(2).toNanos());
    for (int i = entries; i < 2 * entries - lasting; i++) {
      tier.put(key(i), value, Duration.ofMinutes(1));
    }

    assertThat(tier.stats().evicted()).isZero();
    assertThat(tier.stats().expired()).isGreaterThan(entries - lasting - 200);
    for (int i = 0; i < lasting; i++) {
      assertThat(tier.copy(key(i))).isNotNull();
    }
  }

  @Test
  void an_entry_that_moves_keeps_its_time() {
    Duration lifetime = Duration.ofHours(1);
    tier.put(bytes("a"), MemorySegment.ofArray(bytes("one")), lifetime);
    long end = now.get() + lifetime.toNanos();
    MemorySegment value = MemorySegment.ofArray(new byte[1000]);
    for (int i = 0; now.get() < end - lifetime.toNanos() / 1000; i++) {
      assertThat(tier.copy(bytes("a"))).as("after %s puts", i).isNotNull();
      tier.put(key(i), value, lifetime);
      now.addAndGet(lifetime.toNanos() / 50_000);
    }
    assertThat(tier.stats().bytesMoved()).isPositive();
    now.set(end);
    assertThat(tier.copy(bytes("a"))).isNull();
  }

  @Test
  void what_is_asked_for_outlives_what_is_not() {
    byte[] value = new byte[1000];
    for (int i = 0; i < 100; i++) {
      tier.put(key(i), value);
    }
    for (int i = 100; i < 100_000; i++) {
      tier.put(key(i), value);
      assertThat(tier.copy(key(i % 100))).as("key %s", i % 100).isNotNull();
    }
  }

  @Test
  void entries_that_move_and_newcomers_fill_the_same_segments() {
    byte[] value = new byte[1000];
    Random keys = new Random(1);
    for (int i = 0; i < 50_000; i++) {
      byte[] key = key(keys.nextInt(8_000));
      try (Value found = tier.get(key)) {
        if (found == null) {
          tier.put(key, value);
        }
      }
    }

    assertThat(tier.size() * value.length).isGreaterThan(CAPACITY / 100 * 85);
  }

  @Test
  void where_all_have_room_replacing_them_evicts_nothing() {
    byte[] value = new byte[1000];
    int entries = (int) (CAPACITY * 0.74 / (value.length + 40));
    for (int i = 0; i < 40 * entries; i++) {
      assertThat(tier.put(key(i % 7 == 0 ? i % 10 : i % entries), value).stored()).isTrue();
    }

    assertThat(tier.stats().evicted()).isZero();
    for (int i = 0; i < entries; i++) {
      assertThat(tier.get(key(i))).as("key %s", i).isNotNull();
    }
  }

  @Test
  void memory_in_use_never_exceeds_the_capacity() {
    for (int i = 0; i < 100_000; i++) {
      tier.put(key(i), new byte[i % 3000]);
      assertThat(tier.stats().bytes()).isLessThanOrEqualTo(CAPACITY);
    }
    assertThat(tier.stats().bytes()).isGreaterThan((long) (CAPACITY * 0.95));
  }

  @Test
  void tiny_entries_may_fill_the_tier_and_leave_room_for_large_ones() {
    for (int i = 0; i < 500_000; i++) {
      assertThat(tier.put(key(i), new byte[1]).stored()).isTrue();
    }
    assertThat(tier.size()).isGreaterThan(80_000);
    for (int i = 0; i < 1000; i++) {
      assertThat(tier.put(key(i), new byte[50_000]).stored()).isTrue();
      assertThat(tier.copy(key(i))).hasSize(50_000);
    }
  }

  @Test
  void a_closed_tier_finds_nothing_and_refuses() {
    tier.put(bytes("a"), bytes("one"));
    Value value = tier.get(bytes("a"));
    assertThat(value).isNotNull();
    tier.close();
    tier.close();

    assertThat(value.toArray()).as("what was open stays").isEqualTo(bytes("one"));
    value.close();
    assertThat(tier.get(bytes("a"))).isNull();
    assertThat(tier.remove(bytes("a"))).isFalse();
    assertThat(tier.put(bytes("a"), bytes("one"))).isEqualTo(Put.CLOSED);
  }
}
