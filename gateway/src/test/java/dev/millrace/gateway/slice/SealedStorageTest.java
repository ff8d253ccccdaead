package dev.millrace.gateway.slice;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.seal.Compression;
import dev.millrace.seal.Keyring;
import dev.millrace.seal.SealConfig;
import dev.millrace.seal.Sealer;
import dev.millrace.store.ssd.Sealing;
import dev.millrace.store.ssd.SsdStats;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Slices on an SSD whose files nobody else should read.
class SealedStorageTest {
  private static final int SIZE = 64 << 10;
  private static final int MEMORY = 2 << 20;
  private static final int SLICES = 200;

  @TempDir Path folder;
  @TempDir Path state;

  private final byte[] content = new byte[SIZE];

  private StoredSlices open(int sliceSize, Keyring keys, String compression) throws IOException {
    SealConfig config = SealConfig.standard().withCompression(Compression.parse(compression));
    return StoredSlices.onSsd(
        StoredSlices.leastBytes(sliceSize) + MEMORY,
        folder,
        Math.max(64 << 20, StoredSlices.leastSsdBytes(sliceSize)),
        sliceSize,
        new Sealing(config, keys),
        state);
  }

  private static SliceKey key(int number) {
    return new SliceKey(new ObjectName("bucket", "the-name-of-the-object-" + number), "etag", 0, 0);
  }

  private void put(StoredSlices stored, int number) throws IOException {
    FetchedSlice slice = new FetchedSlice(content.length);
    slice.fill(new ByteArrayInputStream(content));
    stored.put(key(number), slice);
    // What nobody asks for is not kept when it leaves memory.
    assertThat(stored.get(key(number), content.length)).isNotNull();
  }

  private static boolean isRead(StoredSlices stored, int number) {
    return stored.read(key(number), new FetchedSlice(SIZE));
  }

  private static SsdStats.Sealed sealed(StoredSlices stored) {
    return stored.stats().ssd().orElseThrow().sealed().orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "lz4", "zstd:1"})
  void slices_come_back_after_a_restart_and_are_not_in_the_files(String compression)
      throws Exception {
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    new Random(1).nextBytes(content);
    try (StoredSlices stored = open(SIZE, keys, compression)) {
      for (int i = 0; i < SLICES; i++) {
        put(stored, i);
      }
    }
    String start = new String(content, 0, 16, ISO_8859_1);
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertThat(new String(Files.readAllBytes(file), ISO_8859_1).contains("the-name")).isFalse();
        assertThat(new String(Files.readAllBytes(file), ISO_8859_1).contains(start)).isFalse();
      }
    }
    try (StoredSlices stored = open(SIZE, keys, compression)) {
      int found = 0;
      for (int i = 0; i < SLICES; i++) {
        FetchedSlice slice = new FetchedSlice(SIZE);
        if (stored.read(key(i), slice)) {
          int at = 0;
          for (byte[] part : slice.parts()) {
            assertThat(part).isEqualTo(Arrays.copyOfRange(content, at, at + part.length));
            at += part.length;
          }
          found++;
        }
      }
      assertThat(found).isPositive();
      assertThat(sealed(stored).unopened()).isZero();
    }
    try (StoredSlices stored = open(SIZE, Keyring.parse(List.of(Keyring.newKey())), compression)) {
      for (int i = 0; i < SLICES; i++) {
        assertThat(isRead(stored, i)).isFalse();
      }
      assertThat(sealed(stored).unopened()).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64 << 10, 1 << 20, (16 << 20) - 8192, 64 << 20})
  void a_slice_that_does_not_compress_fits_also_when_it_is_sealed(int size) throws Exception {
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    // A record on the device has a header of 28 bytes and a name of 8.
    long sealed = new Sealer(SealConfig.standard(), keys).mostBytes(size) + 28 + 8;
    assertThat(sealed).isLessThan(StoredSlices.longestSealed(size));
    long twice = new Sealer(SealConfig.standard(), keys).mostBytes(sealed) + 28 + 8;
    assertThat(twice).isLessThan(StoredSlices.longestSealedTwice(size));

    try (StoredSlices stored = open(size, keys, "zstd:1")) {
      stored.putSealed(key(1), "how", MemorySegment.ofArray(new byte[(int) sealed]));
      assertThat(stored.sealed(key(1), "how")).isNotNull();
    }
  }

  @Test
  void a_slice_is_not_taken_for_one_of_another_size() throws Exception {
    Keyring keys = Keyring.parse(List.of(Keyring.newKey()));
    try (StoredSlices stored = open(SIZE, keys, "zstd:1")) {
      for (int i = 0; i < SLICES; i++) {
        put(stored, i);
      }
    }
    try (StoredSlices stored = open(2 * SIZE, keys, "zstd:1")) {
      for (int i = 0; i < SLICES; i++) {
        // The last slice of an object may have the length of another size's slices.
        assertThat(isRead(stored, i)).isFalse();
      }
    }
    try (StoredSlices stored = open(SIZE, keys, "zstd:1")) {
      assertThat(IntStream.range(0, SLICES).anyMatch(i -> isRead(stored, i))).isTrue();
    }
  }
}
