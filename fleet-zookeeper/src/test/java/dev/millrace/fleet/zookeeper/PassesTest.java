package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PassesTest {
  @Test
  void an_error_is_told_and_ends_only_its_own_pass() {
    AtomicReference<@Nullable Error> error =
        new AtomicReference<>(new AssertionError("on purpose"));
    var passes =
        new Passes(
            "test",
            () -> false,
            () -> {
              Error thrown = error.get();
              if (thrown != null) {
                throw thrown;
              }
              return true;
            });
    try (passes) {
      passes.start();
      passes.wake();
      Eventually.until(passes::failure, failure -> Objects.equals(failure, error.get()));
      error.set(null);
      passes.wake();
      Eventually.until(passes::failure, failure -> failure == null);
      assertThat(passes.failure()).isNull();
    }
  }

  @Test
  void passes_that_never_began_can_be_closed() {
    var passes = new Passes("test", () -> false, () -> true);
    passes.close();
    assertThat(passes.failure()).isNull();
  }

  @Test
  void unprompted_there_is_a_pass_where_something_is_due_and_else_none() {
    var looks = new AtomicInteger();
    var made = new AtomicInteger();
    var isDue = new AtomicBoolean();
    var passes =
        new Passes(
            "test",
            () -> {
              looks.incrementAndGet();
              return isDue.get();
            },
            () -> {
              made.incrementAndGet();
              return true;
            });
    try (passes) {
      passes.start();
      Eventually.until(looks::get, count -> count >= 2);
      assertThat(made).hasValue(1);
      isDue.set(true);
      Eventually.until(made::get, count -> count >= 2);
    }
  }
}
