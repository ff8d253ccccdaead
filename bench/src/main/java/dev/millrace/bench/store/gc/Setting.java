package dev.millrace.bench.store.gc;

import java.util.List;
import java.util.Locale;

/// Where the entries are, and which collector looks after the heap.
enum Setting {
  MAP_PARALLEL,
  MAP_G1,
  MAP_ZGC,
  MILLRACE_G1,
  MILLRACE_ZGC;

  /// As it stands in the report.
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean isOurs() {
    return this == MILLRACE_G1 || this == MILLRACE_ZGC;
  }

  /// The flags that choose the collector and the heap.
  List<String> flags(Scale scale) {
    return switch (this) {
      case MAP_PARALLEL ->
          List.of("-XX:+UseParallelGC", "-Xmn%dm".formatted(scale.mapYoung()), heap(scale));
      case MAP_G1, MILLRACE_G1 -> List.of("-XX:+UseG1GC", heap(scale));
      case MAP_ZGC, MILLRACE_ZGC -> List.of("-XX:+UseZGC", heap(scale));
    };
  }

  private String heap(Scale scale) {
    return "-Xmx%dm".formatted(isOurs() ? scale.tierHeap() : scale.mapHeap());
  }

  /// What keeps the entries.
  Holder open(int entries) {
    return isOurs() ? TierHolder.open(entries) : MapHolder.open(entries);
  }
}
