package dev.millrace.gateway.settings;

import dev.millrace.seal.Compression;
import java.nio.file.Path;
import java.util.List;

/// What is set of the slices that are held.
final class SliceTable {
  static final Setting<Long> SLICE_SIZE =
      Setting.of(
          "slice-size",
          Kind.size(64 << 10, 64 << 20),
          "The size of the slices that objects are fetched and held in",
          "1MiB");

  static final Setting<Long> MEMORY_SIZE =
      Setting.derived(
          "memory-size",
          Kind.size(
              1, Long.MAX_VALUE, "a size from 8 slices to three quarters of the machine's memory"),
          "The bound of the memory, off the Java heap, that slices are held in",
          "a quarter of the memory of the machine or its container, or less where the Java heap"
              + " leaves less; at most 64GiB");

  static final Setting<Path> SSD_FOLDER =
      Setting.derived(
          "ssd-folder",
          Kind.ownFolder(),
          "The folder, best on an SSD of its own, for slices that leave memory; one with other files"
              + " in it is refused",
          "none: slices are held in memory alone");

  static final Setting<Long> SSD_SIZE =
      Setting.of(
          "ssd-size",
          Kind.size(64 << 20, 1L << 40),
          "The bound of what slices take in ssd-folder; changing it empties the folder",
          "10GiB");

  static final Setting<Path> SSD_KEYS =
      Setting.derived(
          "ssd-keys",
          Kind.keyring(),
          "The keys that slices in ssd-folder are encrypted under, the one in use first; giving them,"
              + " or none any more, empties the folder",
          "none: slices lie there as they are");

  static final Setting<Compression> SSD_COMPRESSION =
      Setting.of(
          "ssd-compression",
          Kind.compression(),
          "What slices are compressed with before they are encrypted",
          "zstd:1");

  static final SettingGroup GROUP =
      new SettingGroup(
          "Memory and SSD",
          List.of(SLICE_SIZE, MEMORY_SIZE, SSD_FOLDER, SSD_SIZE, SSD_KEYS, SSD_COMPRESSION));

  private SliceTable() {}
}
