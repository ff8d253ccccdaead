package dev.millrace.bench.store.ssd.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.store.io.BlockFile;
import dev.millrace.store.io.BlockIo;
import dev.millrace.store.io.IoConfig;
import dev.millrace.store.io.IoConfig.EngineChoice;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {
  @TempDir Path folder;

  @Test
  void each_read_of_callers_and_of_batches_is_counted() throws Exception {
    try (BlockIo io = BlockIo.open(IoConfig.defaults().withEngine(EngineChoice.POSITIONAL));
        BlockFile file = io.create(folder.resolve("file"), 1 << 20)) {
      Readers readers = new Readers(io, file);
      for (Load load : new Load[] {new Load(4096, 4, 1), new Load(4096, 2, 8)}) {
        long before = io.stats().reads().count();
        long count = readers.run(Load.parse(load.line()), TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(count).isPositive().isEqualTo(io.stats().reads().count() - before);
      }
    }
  }
}
