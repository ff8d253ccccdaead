package dev.millrace.gateway.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.origin.FolderOrigin;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.origin.Retry;
import dev.millrace.s3.ObjectFacts;
import dev.millrace.seal.Binding;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.Opener;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealedSlicesTest {
  private static final int SIZE = 64 << 10;
  private static final ObjectName OBJECT = new ObjectName("bucket", "zeros");
  private static final Keyring OLD = Keyring.parse(List.of(Keyring.newKey()));
  private static final Keyring NEW = Keyring.parse(List.of(Keyring.newKey()));

  @TempDir Path folder;

  private static SealedSlices over(
      Slices slices, StoredSlices stored, Keyring keys, String compression) throws IOException {
    SealConfig config = SealConfig.standard().withCompression(Compression.parse(compression));
    return new SealedSlices(slices, stored, new Sealer(config, keys));
  }

  @Test
  void what_an_earlier_run_sealed_is_served_unless_it_did_so_otherwise() throws Exception {
    Files.write(folder.resolve("zeros"), new byte[SIZE]);
    FolderOrigin origin = new FolderOrigin("bucket", folder);
    try (StoredSlices stored = StoredSlices.inMemory(10_000_000, SIZE)) {
      Slices slices = new Slices(origin, stored, new Retry(1, _ -> {}), SIZE, 1);
      ObjectFacts facts = origin.facts(OBJECT);
      byte[] first = over(slices, stored, OLD, "zstd").open(OBJECT, facts, 0);

      assertThat(over(slices, stored, OLD, "zstd").open(OBJECT, facts, 0)).isEqualTo(first);
      assertThat(over(slices, stored, OLD, "none").open(OBJECT, facts, 0)).hasSizeGreaterThan(SIZE);
      byte[] rotated = over(slices, stored, NEW, "zstd").open(OBJECT, facts, 0);
      Binding binding = Binding.of("bucket", "zeros", SealedSlices.version(facts));
      assertThat(new Opener(NEW).open(rotated, binding, SIZE)).isEqualTo(new byte[SIZE]);
    }
  }
}
