package dev.millrace.gateway.settings;

import dev.millrace.seal.Compression;
import java.nio.file.Path;
import java.util.List;

/// What is set of the sealed form of objects.
final class SealedTable {
  static final Setting<Path> SEALED_KEYS =
      Setting.derived(
          "sealed-keys",
          Kind.keyring(),
          "The keyring whose first key objects are sealed under for clients that ask for"
              + " millrace-seal",
          "none: objects are not served in their sealed form");

  static final Setting<Compression> SEALED_COMPRESSION =
      Setting.of(
          "sealed-compression",
          Kind.compression(),
          "How objects are compressed before they are sealed; length tells of content",
          "none");

  static final Setting<Integer> SEALED_PORT =
      Setting.derived(
          "sealed-port",
          Kind.wholeNumber(0, 65_535),
          "A port without TLS that serves objects in their sealed form only; 0 takes any free one",
          "none");

  static final SettingGroup GROUP =
      new SettingGroup("The sealed form", List.of(SEALED_KEYS, SEALED_COMPRESSION, SEALED_PORT));

  private SealedTable() {}
}
