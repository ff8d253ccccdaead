package dev.millrace.store.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.store.io.FaultyIo.Fault;
import dev.millrace.store.io.IoConfig.EngineChoice;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultyIoTest {
  private static final int BLOCK = BlockFile.BLOCK;

  @TempDir Path folder;
  private final Queue<Fault> faults = new ArrayDeque<>();

  private Fault next() {
    Fault fault = faults.poll();
    return fault == null ? new Fault.None() : fault;
  }

  @Test
  void each_fault_happens_to_one_request_and_the_rest_is_the_disks() throws Exception {
    try (BlockIo io =
            new FaultyIo(
                BlockIo.open(IoConfig.defaults().withEngine(EngineChoice.POSITIONAL)),
                (_, _, _, _) -> next());
        BlockFile file = io.create(folder.resolve("file"), 2 * BLOCK);
        IoBuffer buffer = io.acquire(2 * BLOCK)) {
      buffer.memory().fill((byte) 1);
      file.write(0, buffer, 2 * BLOCK);

      faults.addAll(List.of(new Fault.Failed(Errno.EIO), new Fault.CutShort(BLOCK)));
      assertThatThrownBy(() -> file.read(0, buffer, 2 * BLOCK))
          .isInstanceOfSatisfying(
              DeviceException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EIO));
      assertThatThrownBy(() -> file.read(0, buffer, 2 * BLOCK))
          .isInstanceOfSatisfying(
              ShortReadException.class, e -> assertThat(e.got()).isEqualTo(BLOCK));

      buffer.memory().fill((byte) 2);
      faults.add(new Fault.Torn(BLOCK));
      file.write(0, buffer, 2 * BLOCK);
      file.read(List.of(new BlockFile.Read(0, buffer, 0, 2 * BLOCK)));
      assertThat(buffer.memory().get(ValueLayout.JAVA_BYTE, BLOCK - 1)).isEqualTo((byte) 2);
      assertThat(buffer.memory().get(ValueLayout.JAVA_BYTE, BLOCK)).isEqualTo((byte) 1);

      faults.add(new Fault.Failed(Errno.ENOSPC));
      assertThatThrownBy(() -> io.create(folder.resolve("other"), BLOCK))
          .hasMessageContaining("ENOSPC (no space left on the device)");
    }
  }
}
