package dev.millrace.seal;

import static dev.millrace.seal.Samples.BINDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.millrace.seal.SealException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What someone without the key makes of a container: it is refused in every way of opening, and a
/// stream has delivered nothing but the true beginning by then.
@Timeout(120)
final class TamperingTest {
  private static final Keyring KEYS = Samples.newKeys();
  private static final Opener OPENER = new Opener(KEYS);
  private static final int ROOM = 20_000;

  /// @param sealed the container
  /// @param content what it holds
  record Container(String name, byte[] sealed, byte[] content) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static List<Container> containers(int... sizes) throws IOException {
    List<Container> containers = new ArrayList<>();
    for (String compression : List.of("none", "lz4", "zstd:1")) {
      Sealer sealer = new Sealer(Samples.small(compression), KEYS);
      for (int size : sizes) {
        byte[] content = Samples.bytes(size);
        String name = compression + " of " + size + " bytes";
        containers.add(
            new Container(name + " that says its size", sealer.seal(content, BINDING), content));
        containers.add(
            new Container(name, Samples.sealAsStream(sealer, content, BINDING), content));
      }
    }
    return containers;
  }

  static List<Container> smallContainers() throws IOException {
    return containers(0, 300);
  }

  static List<Container> largerContainers() throws IOException {
    return containers(10_000);
  }

  @ParameterizedTest
  @MethodSource("smallContainers")
  void any_changed_byte_of_a_small_container_is_noticed(Container container) throws IOException {
    changeBytes(container, position -> true, 0x01);
    changeBytes(container, position -> position < 32, 0x80, 0xFF);
  }

  @ParameterizedTest
  @MethodSource("largerContainers")
  void a_changed_byte_of_any_segment_is_noticed(Container container) throws IOException {
    int tail = container.sealed.length - 60;
    changeBytes(container, i -> i < 250 || i % 89 == 0 || i > tail || i % 4096 < 2, 0x10);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("largerContainers")
  void any_changed_byte_of_any_segment_is_noticed(Container container) throws IOException {
    changeBytes(container, position -> true, 0x01, 0x80, 0xFF);
  }

  @ParameterizedTest
  @MethodSource("smallContainers")
  void a_small_container_cut_anywhere_is_refused(Container container) throws IOException {
    for (int length = 0; length < container.sealed.length; length++) {
      assertRefused(Arrays.copyOf(container.sealed, length), container.content, "cut to " + length);
    }
  }

  @ParameterizedTest
  @MethodSource("largerContainers")
  void a_container_of_several_segments_cut_anywhere_is_refused(Container container)
      throws IOException {
    for (int length = 0; length < container.sealed.length; length++) {
      if (length % 41 == 0 || (length + 20) % 4096 < 40) {
        byte[] cut = Arrays.copyOf(container.sealed, length);
        assertRefused(cut, container.content, "cut to " + length);
      }
    }
  }

  @ParameterizedTest
  @MethodSource({"smallContainers", "largerContainers"})
  void bytes_behind_the_end_are_refused(Container container) throws IOException {
    byte[] sealed = container.sealed;
    for (int more : new int[] {1, 15, 16, 17, 100, 4096, 5000}) {
      byte[] longer = Arrays.copyOf(sealed, sealed.length + more);
      assertRefused(longer, container.content, more + " zeros more");
    }
    assertRefused(Samples.join(List.of(sealed, sealed)), container.content, "twice");
  }

  @ParameterizedTest
  @MethodSource("largerContainers")
  void segments_that_are_moved_or_missing_or_doubled_are_noticed(Container container)
      throws IOException {
    List<byte[]> segments = segments(container.sealed);
    int count = segments.size();
    assertThat(count).isGreaterThan(1);
    for (int i = 0; i < count; i++) {
      List<byte[]> without = new ArrayList<>(segments);
      without.remove(i);
      assertRefused(Samples.join(without), container.content, "without segment " + i);
      for (int j = 0; j < count; j++) {
        List<byte[]> doubled = new ArrayList<>(segments);
        doubled.add(j, segments.get(i));
        assertRefused(Samples.join(doubled), container.content, i + " once more at " + j);
        if (i != j) {
          List<byte[]> swapped = new ArrayList<>(segments);
          Collections.swap(swapped, i, j);
          assertRefused(Samples.join(swapped), container.content, i + " for " + j);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4", "zstd:1"})
  void a_segment_of_another_container_is_noticed(String compression) throws IOException {
    Sealer sealer = new Sealer(Samples.small(compression), KEYS);
    byte[] content = Samples.bytes(10_000);
    List<byte[]> mine = segments(sealer.seal(content, BINDING));
    List<byte[]> other = segments(sealer.seal(content, BINDING));
    for (int i = 0; i < mine.size(); i++) {
      List<byte[]> mixed = new ArrayList<>(mine);
      byte[] foreign = other.get(i).clone();
      if (i == 0) {
        int header = mine.get(0).length - 4096 + 22 + 8 + 60 + 40;
        System.arraycopy(mine.get(0), 0, foreign, 0, header);
      }
      mixed.set(i, foreign);
      assertRefused(Samples.join(mixed), content, "segment " + i + " of the other");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_container_opens_as_what_it_was_sealed_and_nothing_else(Way way) throws IOException {
    Sealer sealer = new Sealer(Samples.SMALL, KEYS);
    byte[] content = Samples.bytes(5000);
    byte[] sealed = sealer.seal(content, new Binding("ab", "cd", "ef", 4096));
    assertThat(way.open(OPENER, sealed, new Binding("ab", "cd", "ef", 4096), ROOM))
        .isEqualTo(content);
    for (Binding other :
        List.of(
            new Binding("ab", "cd", "ef", 0),
            new Binding("ab", "cd", "ef", 4097),
            new Binding("ab", "cd", "eg", 4096),
            new Binding("ab", "ce", "ef", 4096),
            new Binding("ac", "cd", "ef", 4096),
            new Binding("a", "bcd", "ef", 4096),
            new Binding("ab", "c", "def", 4096),
            new Binding("abcd", "", "ef", 4096),
            new Binding("cd", "ab", "ef", 4096),
            Binding.none())) {
      assertThatThrownBy(() -> way.open(OPENER, sealed, other, ROOM))
          .as(other.toString())
          .isInstanceOfSatisfying(
              SealException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_AUTHENTIC));
    }
  }

  @Test
  void nothing_of_a_segment_that_is_not_authentic_is_written() throws IOException {
    byte[] content = new byte[3000];
    Arrays.fill(content, (byte) 'x');
    byte[] sealed = new Sealer(Samples.small("none"), KEYS).seal(content, BINDING);
    sealed[sealed.length - 1] ^= 1;
    byte[] to = new byte[3000];
    assertThatThrownBy(
            () -> OPENER.open(MemorySegment.ofArray(sealed), MemorySegment.ofArray(to), BINDING))
        .isInstanceOf(SealException.class);
    assertThat(to).doesNotContain((byte) 'x');
  }

  private static void changeBytes(Container container, IntPredicate which, int... masks)
      throws IOException {
    for (int i = 0; i < container.sealed.length; i++) {
      if (which.test(i)) {
        for (int mask : masks) {
          changeByte(container, i, mask);
        }
      }
    }
  }

  private static void changeByte(Container container, int position, int mask) throws IOException {
    byte[] changed = container.sealed.clone();
    changed[position] ^= (byte) mask;
    String how = "byte " + position + " changed by " + mask;
    boolean inSize = position >= Samples.SIZE_BEGIN && position < Samples.SIZE_END;
    if (inSize) {
      // A size that is not said is as good as one that is.
      assertTrueOrRefused(changed, container.content, how);
    } else {
      assertRefused(changed, container.content, how);
    }
  }

  private static void assertRefused(byte[] broken, byte[] content, String how) {
    for (Way way : Way.values()) {
      if (way != Way.STREAM) {
        assertThat(refusal(way, broken)).as("%s, %s", way, how).isNotNull();
      }
    }
    ByteArrayOutputStream delivered = new ByteArrayOutputStream();
    assertThatThrownBy(() -> Way.stream(OPENER, broken, BINDING, delivered))
        .as("stream, " + how)
        .isInstanceOf(SealException.class);
    assertThat(startsWith(content, delivered.toByteArray())).as(how).isTrue();
  }

  private static void assertTrueOrRefused(byte[] changed, byte[] content, String how)
      throws IOException {
    for (Way way : Way.values()) {
      try {
        assertThat(way.open(OPENER, changed, BINDING, ROOM))
            .as("%s, %s", way, how)
            .isEqualTo(content);
      } catch (SealException e) {
        assertThat(e.reason()).isIn(Reason.TRUNCATED, Reason.NOT_AUTHENTIC, Reason.UNSUPPORTED);
      }
    }
  }

  private static SealException refusal(Way way, byte[] broken) {
    return catchThrowableOfType(SealException.class, () -> way.open(OPENER, broken, BINDING, ROOM));
  }

  private static boolean startsWith(byte[] whole, byte[] start) {
    return start.length <= whole.length
        && Arrays.equals(whole, 0, start.length, start, 0, start.length);
  }

  private static List<byte[]> segments(byte[] sealed) {
    List<byte[]> segments = new ArrayList<>();
    for (int from = 0; from < sealed.length; from += 4096) {
      segments.add(Arrays.copyOfRange(sealed, from, Math.min(from + 4096, sealed.length)));
    }
    return segments;
  }
}
