package dev.millrace.store.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.millrace.store.io.IoConfig.EngineChoice;
import dev.millrace.store.io.RingLayout.Parameters;
import dev.millrace.store.io.RingLayout.Setup;
import dev.millrace.store.io.Uring.RingSetup;
import dev.millrace.store.libc.FileCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineChoiceTest {
  private static final int BLOCK = BlockFile.BLOCK;
  private static final IoConfig CONFIG = IoConfig.defaults().withQueues(1);

  @TempDir Path folder;

  static Stream<Errno> refusals() {
    return Stream.of(Errno.EPERM, Errno.ENOSYS, Errno.ENOMEM, Errno.EINVAL);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void a_kernel_that_refuses_io_uring_gets_positional_calls_and_the_reason_is_told(Errno errno)
      throws Exception {
    try (BlockIo io = DirectIo.open(CONFIG, (_, _, _) -> -errno.number())) {
      assertThat(io.engine().name()).isEqualTo("positional");
      assertThat(io.engine().refusal()).contains("io_uring_setup: " + errno);
      assertThat(io.engine().features()).containsExactly("threads: 16");
      assertWorks(io);
    }
  }

  @Test
  void io_uring_that_is_insisted_on_and_refused_is_an_error() {
    assertThatThrownBy(() ->
            DirectIo.open(
                CONFIG.withEngine(EngineChoice.IO_URING), (_, _, _) -> -Errno.EPERM.number()))
        .isInstanceOf(IOException.class)
        .hasMessage("io_uring_setup: EPERM (operation not permitted)");
  }

  @Test
  void positional_calls_that_are_wanted_have_no_refusal() throws Exception {
    try (BlockIo io = BlockIo.open(CONFIG.withEngine(EngineChoice.POSITIONAL))) {
      assertThat(io.engine().name()).isEqualTo("positional");
      assertThat(io.engine().refusal()).isEmpty();
    }
  }

  /// The flags that a kernel may not know yet, from the newest.
  @ParameterizedTest
  @ValueSource(ints = {0, Setup.SINGLE_ISSUER, Setup.SINGLE_ISSUER | Setup.COOP_TASKRUN})
  void a_kernel_that_lacks_flags_gets_a_plainer_ring(int unknown) throws Exception {
    RingSetup old =
        (calls, entries, parameters) ->
            (parameters.get(ValueLayout.JAVA_INT, Parameters.FLAGS) & unknown) != 0
                ? -Errno.EINVAL.number()
                : calls.setup(entries, parameters);
    try (BlockIo io = openOrSkip(old)) {
      String kind =
          switch (unknown) {
            case 0 -> "SINGLE_ISSUER, DEFER_TASKRUN";
            case Setup.SINGLE_ISSUER -> "COOP_TASKRUN";
            default -> "no SINGLE_ISSUER, DEFER_TASKRUN or COOP_TASKRUN: an old kernel";
          };
      assertThat(io.engine().features()).contains("rings: 1 of 256 entries", kind);
      assertWorks(io);
    }
  }

  @Test
  void a_kernel_before_the_features_needed_is_refused_with_its_age() throws Exception {
    RingSetup old =
        (calls, entries, parameters) -> {
          int made = calls.setup(entries, parameters);
          parameters.set(ValueLayout.JAVA_INT, Parameters.FEATURES, 0);
          return made;
        };
    try (BlockIo io = DirectIo.open(CONFIG, old)) {
      assumeTrue(
          io.engine().refusal().filter(why -> why.startsWith("io_uring_setup")).isEmpty(),
          "this kernel refuses io_uring");
      assertThat(io.engine().refusal()).contains("io_uring of a kernel older than 5.5");
    }
  }

  @Test
  void an_idle_ring_makes_no_system_call() throws Exception {
    try (BlockIo io = openOrSkip(RingSetup.ofKernel())) {
      assertWorks(io);
      Thread ring =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("millrace-ring-0"))
              .findFirst()
              .orElseThrow();
      while (ring.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
      // Parked, it can make none until it is woken.
      long before = io.stats().systemCalls();
      for (int i = 0; i < 1000; i++) {
        assertThat(io.stats().systemCalls()).isEqualTo(before);
      }
      assertThat(ring.getState()).isEqualTo(Thread.State.WAITING);
      assertWorks(io);
      assertThat(io.stats().systemCalls()).isGreaterThan(before);
    }
  }

  @Test
  void a_ring_that_breaks_down_fails_its_requests_and_can_be_closed() throws Exception {
    AtomicInteger ring = new AtomicInteger();
    RingSetup kernel =
        (calls, entries, parameters) -> {
          ring.set(calls.setup(entries, parameters));
          return ring.get();
        };
    try (BlockIo io = openOrSkip(kernel);
        Arena arena = Arena.ofConfined();
        BlockFile file = io.create(folder.resolve("file"), BLOCK);
        IoBuffer buffer = io.acquire(BLOCK)) {
      FileCalls calls = new FileCalls(arena);
      // Something that is no ring takes the number of its descriptor.
      assertThat(calls.close(ring.get())).isZero();
      assertThat(calls.counter()).isEqualTo(ring.get());
      assertThatThrownBy(() -> file.read(0, buffer, BLOCK)).isInstanceOf(DeviceException.class);
      assertThatThrownBy(() -> file.read(0, buffer, BLOCK))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("ECANCELED");
    }
  }

  private BlockIo openOrSkip(RingSetup kernel) throws IOException {
    try {
      return DirectIo.open(CONFIG.withEngine(EngineChoice.IO_URING), kernel);
    } catch (RingRefusedException e) {
      assumeTrue(false, "this kernel refuses io_uring: " + e.getMessage());
      throw e;
    }
  }

  private void assertWorks(BlockIo io) throws Exception {
    try (BlockFile file = io.create(folder.resolve("works"), 2 * BLOCK);
        IoBuffer buffer = io.acquire(2 * BLOCK)) {
      buffer.memory().fill((byte) 5);
      file.write(0, buffer, 2 * BLOCK);
      buffer.memory().fill((byte) 0);
      file.read(BLOCK, buffer, BLOCK);
      assertThat(buffer.memory().get(ValueLayout.JAVA_BYTE, BLOCK - 1)).isEqualTo((byte) 5);
      assertThat(buffer.memory().get(ValueLayout.JAVA_BYTE, BLOCK)).isZero();
    }
  }
}
