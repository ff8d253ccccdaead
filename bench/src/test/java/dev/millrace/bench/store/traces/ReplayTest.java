package dev.millrace.bench.store.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.bench.store.traces.policy.Lru;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayTest {
  @Test
  void only_what_comes_after_the_warm_up_counts() {
    Trace trace = Trace.of(new Pattern.Popular(10, 0.99, 1), 300);
    AtomicInteger asked = new AtomicInteger();

    Replay replay = Replay.of(trace, _ -> asked.incrementAndGet() > 150);

    assertThat(asked).hasValue(300);
    assertThat(replay.missPercent()).isEqualTo(25);
    assertThat(replay.perSecond()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Side.class)
  void a_side_finds_what_it_has_room_for_and_misses_what_comes_once(Side side) {
    Room room = new Room(2_000, 1_000);
    Trace fitting = Trace.of(new Pattern.Popular(100, 0, 1), 30_000);
    Trace wonders = Trace.of(new Pattern.Wonders(1_000, 1, 1), 30_000);

    try (Contender cache = side.open(room)) {
      assertThat(Replay.of(fitting, cache::request).missPercent()).isZero();
    }
    try (Contender cache = side.open(room)) {
      assertThat(Replay.of(wonders, cache::request).missPercent()).isEqualTo(100);
    }
  }

  /// Each key is asked for as often as any, so the share that is missed is the share that is not
  /// held: half, but for what ours loses to segments that are open, or kept back.
  @ParameterizedTest
  @EnumSource(Side.class)
  void a_side_has_the_room_that_was_stated(Side side) {
    Room room = Room.of(5_000);
    Trace trace = Trace.of(new Pattern.Popular(10_000, 0, 1), 100_000);

    try (Contender cache = side.open(room)) {
      assertThat(Replay.of(trace, cache::request).missPercent()).isCloseTo(50, within(4.0));
    }
    assertThat(Replay.of(trace, new Lru(room.entries())::request).missPercent())
        .isCloseTo(50, within(1.0));
  }

  @Test
  void values_are_as_long_as_the_whole_needs_to_be_large() {
    assertThat(Room.of(100)).isEqualTo(new Room(100, 8_000));
    assertThat(Room.of(10_000)).isEqualTo(new Room(10_000, (16 << 20) / 10_000));
    assertThat(Room.of(1_000_000)).isEqualTo(new Room(1_000_000, 500));
    assertThat(new Room(1_000, 500).bytes()).isEqualTo(508_000);
    assertThat(new Room(1_000, 500).bytesWithOverhead()).isEqualTo(528_000);
  }
}
