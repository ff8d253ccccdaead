package dev.millrace.store.ssd;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeometryTest {
  @Property
  void a_payload_tells_where_an_entry_is(
      @ForAll @IntRange(min = 1, max = 512) int segment,
      @ForAll @IntRange(min = 4096, max = (256 << 20) - 4096) int place,
      @ForAll @IntRange(min = 28, max = 126 << 20) int length) {
    Geometry geometry = new Geometry(256 << 20, 512);
    int offset = place & -geometry.unit();
    long payload = geometry.payload(segment, offset, length);

    assertThat(payload).isPositive().isLessThan(1L << 42);
    assertThat(geometry.segmentOf(payload)).isEqualTo(segment);
    assertThat(geometry.offsetOf(payload)).isEqualTo(offset);
    long end = Math.min(geometry.segmentSize(), (long) offset + length);
    long atMost = (long) offset + length + length / 32 + geometry.unit();
    assertThat((long) geometry.endOf(payload)).isBetween(end, atMost);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "128, 1", "129, 2", "4096, 32", "8192, 64", "8193, 66", "8448, 66"})
  void lengths_are_rounded_up(int length, int units) {
    Geometry geometry = new Geometry(16 << 20, 4);
    long payload = geometry.payload(2, 4096, length);

    assertThat(geometry.endOf(payload)).isEqualTo(4096 + units * 128);
  }

  @ParameterizedTest
  @CsvSource({"4, 128", "4096, 128", "4097, 256", "8192, 256", "131072, 4096"})
  void the_unit_grows_with_the_tier(int segments, int unit) {
    Geometry geometry = new Geometry(256 << 20, segments);

    assertThat(geometry.unit()).isEqualTo(unit);
    long last = geometry.payload(segments, (256 << 20) - 4096, unit);
    assertThat(geometry.segmentOf(last)).isEqualTo(segments);
    assertThat(geometry.offsetOf(last)).isEqualTo((256 << 20) - 4096);
  }
}
