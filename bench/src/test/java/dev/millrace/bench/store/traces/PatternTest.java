package dev.millrace.bench.store.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternTest {
  private static final int KEYS = 10_000;
  private static final int LENGTH = 1_000_000;

  static List<Pattern> patterns() {
    return List.of(
        new Pattern.Popular(KEYS, 0.99, 1),
        new Pattern.Scanned(KEYS, 0.2, 1),
        new Pattern.Wonders(KEYS, 0.5, 1),
        new Pattern.Drifting(KEYS, 20, 1));
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void a_pattern_gives_the_same_requests_each_time(Pattern pattern) {
    assertThat(requests(pattern)).isEqualTo(requests(pattern));
  }

  @Test
  void popular_keys_are_asked_for_by_the_law() {
    int[] asked = count(requests(new Pattern.Popular(KEYS, 0.99, 1)), KEYS);

    double all = IntStream.rangeClosed(1, KEYS).mapToDouble(rank -> Math.pow(rank, -0.99)).sum();
    assertThat(asked[0] / (double) LENGTH).isCloseTo(1 / all, within(0.002));
    assertThat(asked[99] / (double) LENGTH).isCloseTo(Math.pow(100, -0.99) / all, within(0.0002));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.5, 0.9})
  void scans_have_their_share_and_read_in_order(double share) {
    int[] scanned =
        IntStream.of(requests(new Pattern.Scanned(KEYS, share, 1)))
            .filter(key -> key >= KEYS)
            .toArray();

    assertThat(scanned.length / (double) LENGTH).isCloseTo(share, within(0.05));
    assertThat(scanned)
        .isEqualTo(IntStream.range(0, scanned.length).map(i -> KEYS + i % (4 * KEYS)).toArray());
  }

  @Test
  void scans_come_at_once_and_then_not_for_long() {
    int[] requests = requests(new Pattern.Scanned(KEYS, 0.2, 1));

    assertThat(scannedIn(requests, 0, 100_000)).isCloseTo(80_000, within(1_000L));
    assertThat(scannedIn(requests, 100_000, 400_000)).isZero();
  }

  @Test
  void one_hit_wonders_have_their_share_and_never_come_again() {
    int[] wonders =
        IntStream.of(requests(new Pattern.Wonders(KEYS, 0.75, 1)))
            .filter(key -> key >= KEYS)
            .toArray();

    assertThat(wonders.length / (double) LENGTH).isCloseTo(0.75, within(0.01));
    assertThat(wonders).doesNotHaveDuplicates();
  }

  @Test
  void drift_is_as_uneven_as_the_law_at_any_time_but_of_other_keys() {
    int[] requests = requests(new Pattern.Drifting(KEYS, 20, 1));
    int[] first = count(Arrays.copyOf(requests, 50_000), KEYS);
    int[] last = count(Arrays.copyOfRange(requests, LENGTH - 50_000, LENGTH), KEYS);

    assertThat(hundredMost(last)).isCloseTo(hundredMost(first), within(2_000));
    assertThat(hundredFirst(last)).isLessThan(hundredFirst(first) / 2);
  }

  @Test
  void drift_keeps_to_its_keys() {
    assertThat(IntStream.of(requests(new Pattern.Drifting(KEYS, 20, 1))).max().orElseThrow())
        .isLessThan(KEYS);
  }

  private static int[] requests(Pattern pattern) {
    return IntStream.generate(pattern.requests()).limit(LENGTH).toArray();
  }

  private static int[] count(int[] requests, int keys) {
    int[] asked = new int[keys];
    IntStream.of(requests).forEach(key -> asked[key]++);
    return asked;
  }

  private static int hundredMost(int[] asked) {
    return IntStream.of(asked).map(count -> -count).sorted().limit(100).map(count -> -count).sum();
  }

  private static int hundredFirst(int[] asked) {
    return IntStream.range(0, 100).map(key -> asked[key]).sum();
  }

  private static long scannedIn(int[] requests, int from, int to) {
    return Arrays.stream(requests, from, to).filter(key -> key >= KEYS).count();
  }
}
