package dev.millrace.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.http.RangeRequest.Part;
import dev.millrace.gateway.http.RangeRequest.Unsatisfiable;
import dev.millrace.gateway.http.RangeRequest.Whole;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeRequestTest {
  @Property
  void a_closed_range_selects_the_positions_that_lie_in_the_object(
      @ForAll @LongRange(min = 0, max = 60) long first,
      @ForAll @LongRange(min = 0, max = 60) long last,
      @ForAll @LongRange(min = 0, max = 50) long size) {
    RangeRequest range = RangeRequest.of("bytes=" + first + "-" + last, "bytes", size);
    if (last < first) {
      assertThat(range).isEqualTo(new Whole());
      return;
    }
    long[] positions = LongStream.range(0, size).filter(at -> at >= first && at <= last).toArray();
    assertSelects(range, positions);
  }

  @Property
  void an_open_range_selects_everything_from_its_first_position(
      @ForAll @LongRange(min = 0, max = 60) long first,
      @ForAll @LongRange(min = 0, max = 50) long size) {
    assertSelects(
        RangeRequest.of("bytes=" + first + "-", "bytes", size),
        LongStream.range(first, size).toArray());
  }

  @Property
  void a_suffix_range_selects_the_last_positions(
      @ForAll @LongRange(min = 0, max = 60) long length,
      @ForAll @LongRange(min = 0, max = 50) long size) {
    long[] positions = LongStream.range(Math.max(0, size - length), size).toArray();
    assertSelects(RangeRequest.of("bytes=-" + length, "bytes", size), positions);
  }

  private static void assertSelects(RangeRequest range, long[] positions) {
    if (positions.length == 0) {
      assertThat(range).isEqualTo(new Unsatisfiable());
    } else {
      assertThat(range).isEqualTo(new Part(positions[0], positions[positions.length - 1]));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes=a-b",
        "bytes=1",
        "lines=0-1",
        "bytes=0-1,3-4",
        "bytes=--1",
        "bytes=0x1-2",
        "bytes=5-2",
        "bytes 0-1"
      })
  void what_is_not_a_single_range_of_bytes_is_ignored(String header) {
    assertThat(RangeRequest.of(header, "bytes", 10)).isEqualTo(new Whole());
  }

  @Test
  void numbers_beyond_any_object_do_not_overflow() {
    String huge = "99999999999999999999999";
    assertThat(RangeRequest.of("bytes=2-" + huge, "bytes", 10)).isEqualTo(new Part(2, 9));
    assertThat(RangeRequest.of("bytes=-" + huge, "bytes", 10)).isEqualTo(new Part(0, 9));
    assertThat(RangeRequest.of("bytes=" + huge + "-", "bytes", 10)).isEqualTo(new Unsatisfiable());
  }

  @Test
  void the_unit_is_read_without_regard_to_case() {
    assertThat(RangeRequest.of("Bytes=1-2", "bytes", 10)).isEqualTo(new Part(1, 2));
  }
}
