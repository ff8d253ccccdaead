package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.seal.SealException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Several containers for one object, one behind the other.
@ParameterizedClass
@ValueSource(strings = {"none", "lz4", "zstd:1"})
final class SeriesTest {
  private static final Keyring KEYS = Samples.newKeys();
  private static final Opener OPENER = new Opener(KEYS);
  private static final byte[] CONTENT = Samples.bytes(20_000);

  private final String compression;
  private Sealer sealer;
  private List<byte[]> series;

  SeriesTest(String compression) {
    this.compression = compression;
  }

  @BeforeEach
  void seal() throws IOException {
    sealer = new Sealer(Samples.small(compression), KEYS);
    series = Samples.sealAsSeries(sealer, CONTENT, 5000, BINDING);
    assertThat(series).hasSize(4);
  }

  @Test
  void a_stream_opens_all_of_them() throws IOException {
    assertThat(opened(series)).isEqualTo(CONTENT);
  }

  @Test
  void each_after_the_first_opens_the_rest() throws IOException {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    byte[] sealed = Samples.join(series.subList(2, 4));
    Way.stream(OPENER, sealed, BINDING.at(10_000), rest);
    assertThat(rest.toByteArray()).isEqualTo(Arrays.copyOfRange(CONTENT, 10_000, 20_000));
  }

  @Test
  void the_last_one_may_be_empty_or_of_unknown_size() throws IOException {
    List<byte[]> others = new ArrayList<>(series.subList(0, 3));
    others.add(sealer.seal(new byte[0], BINDING.at(15_000)));
    assertThat(opened(others)).isEqualTo(Arrays.copyOf(CONTENT, 15_000));
    byte[] last = Arrays.copyOfRange(CONTENT, 15_000, 20_000);
    others.set(3, Samples.sealAsStream(sealer, last, BINDING.at(15_000)));
    assertThat(opened(others)).isEqualTo(CONTENT);
  }

  @Test
  void one_that_has_a_successor_opens_as_a_stream_only() {
    for (Way way : List.of(Way.ARRAY, Way.HEAP, Way.NATIVE, Way.READER)) {
      assertThatThrownBy(() -> way.open(OPENER, series.get(0), BINDING, 20_000))
          .isInstanceOfSatisfying(
              SealException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CONTINUED));
    }
  }

  @Test
  void a_series_that_ends_too_early_is_truncated() throws IOException {
    for (int count = 1; count < 4; count++) {
      assertRefused(series.subList(0, count), Reason.TRUNCATED, count * 5000);
    }
  }

  @Test
  void one_that_is_missing_or_elsewhere_is_noticed() throws IOException {
    for (int i = 0; i < 3; i++) {
      List<byte[]> without = new ArrayList<>(series);
      without.remove(i);
      assertRefused(without, Reason.NOT_AUTHENTIC, i * 5000);
      List<byte[]> swapped = new ArrayList<>(series);
      Collections.swap(swapped, i, i + 1);
      assertRefused(swapped, Reason.NOT_AUTHENTIC, i * 5000);
      List<byte[]> doubled = new ArrayList<>(series);
      doubled.add(i, series.get(i));
      assertRefused(doubled, Reason.NOT_AUTHENTIC, (i + 1) * 5000);
    }
  }

  @Test
  void whatever_comes_behind_the_last_is_noticed() throws IOException {
    List<byte[]> more = new ArrayList<>(series);
    more.add(series.get(3));
    assertRefused(more, Reason.NOT_AUTHENTIC, 20_000);
    more.set(4, new byte[] {0});
    assertRefused(more, Reason.NOT_AUTHENTIC, 20_000);
  }

  @Test
  void that_another_follows_cannot_be_added_or_taken_away() throws IOException {
    byte[] notContinued = series.get(0).clone();
    notContinued[5] = 0;
    assertRefused(List.of(notContinued), Reason.NOT_AUTHENTIC, 0);
    byte[] continued = series.get(3).clone();
    continued[5] = 1;
    List<byte[]> changed = new ArrayList<>(series.subList(0, 3));
    changed.add(continued);
    assertRefused(changed, Reason.NOT_AUTHENTIC, 15_000);
  }

  @Test
  void one_of_another_object_does_not_fit() throws IOException {
    Binding other = Binding.of("bucket", "another key", "\"etag\"");
    List<byte[]> mixed = new ArrayList<>(series);
    mixed.set(1, Samples.sealAsSeries(sealer, CONTENT, 5000, other).get(1));
    assertRefused(mixed, Reason.NOT_AUTHENTIC, 5000);
  }

  /// Documented: who seals twice under one binding lets the two be mixed.
  @Test
  void one_of_another_series_of_the_same_binding_does_fit() throws IOException {
    List<byte[]> mixed = new ArrayList<>(series);
    mixed.set(1, Samples.sealAsSeries(sealer, new byte[20_000], 5000, BINDING).get(1));
    assertThat(opened(mixed)).hasSize(20_000).isNotEqualTo(CONTENT);
  }

  private static byte[] opened(List<byte[]> series) throws IOException {
    return Way.STREAM.open(OPENER, Samples.join(series), BINDING, 0);
  }

  /// @param good how many bytes are good
  private static void assertRefused(List<byte[]> series, Reason reason, int good) {
    ByteArrayOutputStream delivered = new ByteArrayOutputStream();
    assertThatThrownBy(() -> Way.stream(OPENER, Samples.join(series), BINDING, delivered))
        .isInstanceOfSatisfying(SealException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    assertThat(delivered.toByteArray()).isEqualTo(Arrays.copyOf(CONTENT, good));
  }
}
