package dev.millrace.gateway.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.SliceKey;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceAddressTest {
  private static final int LARGEST_SIZE = 999_999_999;

  @Property
  void a_slice_is_found_again_by_its_key(
      @ForAll @NotEmpty String key,
      @ForAll @IntRange(min = 1, max = LARGEST_SIZE) int size,
      @ForAll @LongRange(max = Long.MAX_VALUE / LARGEST_SIZE - 1) long index,
      @ForAll @IntRange(min = 1, max = LARGEST_SIZE) int length,
      @ForAll @LongRange(max = 999_999_999_999_999_999L) long generation) {
    SliceAddress slice =
        new SliceAddress(
            new ObjectName("mill", key), size, index, Math.min(size, length), generation);
    assertThat(SliceAddress.parse("mill", slice.key())).isEqualTo(slice);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", "/", "//", "/a", "a/", "1/2/3/a", "%2F%", "a\nb\r\n", "\0"})
  void what_a_key_is_made_of_does_not_matter(String key) {
    assertThat(SliceAddress.parse("mill", "65536/7/17/3/" + key))
        .isEqualTo(new SliceAddress(new ObjectName("mill", key), 65_536, 7, 17, 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k",
        "65536/0/17",
        "65536/0/17/",
        "65536/0/17/k",
        "65536/0/17/0/",
        "65536/0/17//k",
        "65536/0/17/-1/k",
        "65536/0/17/01/k",
        "65536/0/17/1000000000000000000/k",
        "/0/17/0/k",
        "65536//17/0/k",
        "65536/0//0/k",
        "0/0/0/0/k",
        "65536/0/0/0/k",
        "65536/0/65537/0/k",
        "-1/0/1/0/k",
        "65536/-1/1/0/k",
        "65536/0/-1/0/k",
        "+1/0/1/0/k",
        "1.0/0/1/0/k",
        " 1/0/1/0/k",
        "01/0/1/0/k",
        "1/00/1/0/k",
        "1/0/01/0/k",
        "\u0661/0/1/0/k",
        "1000000000/0/1/0/k",
        "65536/1000000000000000000/1/0/k",
        "99999999999999999999999999/0/1/0/k"
      })
  void all_else_is_no_slice(String key) {
    assertThatThrownBy(() -> SliceAddress.parse("mill", key))
        .isInstanceOf(IllegalArgumentException.class)
        .isNotInstanceOf(NumberFormatException.class);
  }

  @Test
  void a_slice_that_no_object_reaches_to_is_refused() {
    long last = (Long.MAX_VALUE - 3) / 65_536;
    assertThat(SliceAddress.parse("mill", "65536/" + last + "/3/0/k").index()).isEqualTo(last);
    assertThatThrownBy(() -> SliceAddress.parse("mill", "65536/" + (last + 1) + "/3/0/k"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no object reaches to slice " + (last + 1));
  }

  @Test
  void all_versions_of_a_slice_are_placed_alike() {
    ObjectName object = new ObjectName("mill", "a/k");
    assertThat(SliceAddress.placementKey(new SliceKey(object, "\"1\"", 3, 0)))
        .isEqualTo(SliceAddress.placementKey(new SliceKey(object, "\"2\"", 3, 4)))
        .isEqualTo("mill/a/k#3");
  }
}
