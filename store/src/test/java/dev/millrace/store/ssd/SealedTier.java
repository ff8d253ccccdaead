package dev.millrace.store.ssd;

import static dev.millrace.store.ssd.TestTier.SEGMENT;
import static dev.millrace.store.ssd.TestTier.key;
import static dev.millrace.store.ssd.TestTier.value;

import dev.millrace.seal.Compression;
import dev.millrace.seal.KeyService;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// What tests of sealed tiers have in common.
final class SealedTier {
  /// As in [TestTier], not sealed.
  static SsdConfig config(Path folder) {
    return new SsdConfig(folder, TestTier.CAPACITY, SEGMENT, 200_000, InstantSource.system());
  }

  private SealedTier() {}

  static Sealing sealing(String compression, KeyService keys) {
    return new Sealing(SealConfig.standard().withCompression(Compression.parse(compression)), keys);
  }

  static Sealing sealing(KeyService keys) {
    return sealing("zstd:1", keys);
  }

  /// A keyring with those lines.
  static Keyring keys(String... lines) {
    return Keyring.parse(List.of(lines));
  }

  static SsdStats.Sealed stats(TestTier test) {
    return test.tier.stats().sealed().orElseThrow();
  }

  /// Writes entries of that length, and waits so often that none is dropped: no more is offered at
  /// once than fits into the segment that is ready.
  static void fill(TestTier test, int from, int to, int length) throws InterruptedException {
    int atOnce = Math.max(1, SEGMENT / 8 / (length + 512));
    for (int i = from; i < to; i++) {
      test.offer(key(i), value(i, length));
      if (i % atOnce == 0) {
        test.tier.flush();
      }
    }
    test.tier.flush();
  }

  /// The tier, on what a sealant of the test's makes.
  static void reopen(TestTier test, Sealant sealant) throws IOException, InterruptedException {
    test.close();
    test.device = new TestDevice();
    test.tier = SsdTier.open(test.config, test.device.open(test.config), sealant);
  }

  static List<Path> files(TestTier test, String name) throws IOException {
    try (Stream<Path> files = Files.list(test.config.folder())) {
      return files.filter(file -> file.toString().contains(name)).sorted().toList();
    }
  }
}
