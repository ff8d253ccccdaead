package dev.millrace.bench.store.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.store.memory.Draft;
import dev.millrace.store.memory.MemoryConfig;
import dev.millrace.store.memory.MemoryTier;
import dev.millrace.store.memory.Value;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What through Unsafe ends the process, or damages others' data, is an exception through a view.
class ViewTest {
  private static final byte[] KEY = {1};
  private static final int LENGTH = 64;

  private final MemoryTier tier = MemoryTier.open(MemoryConfig.of(16 << 20));

  @BeforeEach
  void put() {
    byte[] value = new byte[LENGTH];
    value[LENGTH - 1] = 42;
    assertThat(tier.put(KEY, value).stored()).isTrue();
  }

  @AfterEach
  void close() {
    tier.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, LENGTH - 3, LENGTH, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE})
  void a_wild_offset_is_an_exception(long offset) {
    try (Value value = value();
        Draft draft = draft()) {
      assertThatThrownBy(() -> value.getInt(offset)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> draft.setInt(offset, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertAllIsWell();
  }

  @Test
  void a_view_that_is_closed_is_an_exception() {
    Value value = value();
    value.close();
    Draft draft = draft();
    draft.close();

    assertThatThrownBy(() -> value.getInt(0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> draft.setInt(0, 1)).isInstanceOf(IllegalStateException.class);
    assertAllIsWell();
  }

  private void assertAllIsWell() {
    try (Value value = value()) {
      assertThat(value.getByte(LENGTH - 1)).isEqualTo((byte) 42);
    }
  }

  private Value value() {
    return Objects.requireNonNull(tier.get(KEY));
  }

  private Draft draft() {
    return (Draft) tier.reserve(new byte[] {2}, LENGTH);
  }
}
