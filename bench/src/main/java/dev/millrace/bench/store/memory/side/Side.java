package dev.millrace.bench.store.memory.side;

import java.util.List;
import java.util.Locale;

/// Whose cache it is, and how its values are read. Each lives in a JVM of its own.
public enum Side {
  /// Ours, read in place.
  MILLRACE,
  /// Ours, copied out.
  MILLRACE_COPY,
  /// Caffeine with arrays on the heap.
  CAFFEINE,
  /// OHC with memory of its own for each entry, copied out.
  OHC_LINKED,
  /// The same, read in place.
  OHC_LINKED_DIRECT,
  /// OHC with entries in large chunks, which can only be copied out.
  OHC_CHUNKED,
  /// Ehcache's off-heap tier, copied out.
  EHCACHE,
  /// Chronicle Map, copied into an array that is used again.
  CHRONICLE,
  /// Chronicle Map, read in place.
  CHRONICLE_IN_PLACE;

  /// Those that differ in what they need for an entry.
  public static final List<Side> STORING =
      List.of(MILLRACE, CAFFEINE, OHC_LINKED, OHC_CHUNKED, EHCACHE, CHRONICLE);

  /// As it stands in the report.
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// Whether it is ours.
  public boolean isOurs() {
    return this == MILLRACE || this == MILLRACE_COPY;
  }

  /// Whether values are objects on the heap.
  public boolean isOnHeap() {
    return this == CAFFEINE;
  }

  /// The flags that it asks its JVM for.
  ///
  /// Those of Chronicle Map are what its maker documents for Java 17 and later, as far as a map in
  /// memory needs them; its last one keeps it from reporting its use to its maker.
  public List<String> flags() {
    return switch (this) {
      case MILLRACE, MILLRACE_COPY, CAFFEINE -> List.of();
      case OHC_LINKED, OHC_LINKED_DIRECT, OHC_CHUNKED ->
          List.of(
              "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
              "-Dorg.caffinitas.ohc.allocator=unsafe");
      case EHCACHE -> List.of("-XX:MaxDirectMemorySize=8g");
      case CHRONICLE, CHRONICLE_IN_PLACE ->
          List.of(
              "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
              "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
              "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
              "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
              "--add-opens=java.base/java.io=ALL-UNNAMED",
              "--add-opens=java.base/java.lang=ALL-UNNAMED",
              "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
              "--add-opens=java.base/java.util=ALL-UNNAMED",
              "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
              "-Dchronicle.analytics.disable=true");
    };
  }

  /// An empty cache that has room for what it has to hold.
  public Contender<?> open(Shape shape) {
    return switch (this) {
      case MILLRACE -> new MillraceContender(MillraceContender.open(shape));
      case MILLRACE_COPY -> new MillraceCopying(MillraceContender.open(shape));
      case CAFFEINE -> CaffeineContender.open(shape);
      case OHC_LINKED -> OhcContender.linked(shape, OhcContender.Access.COPY);
      case OHC_LINKED_DIRECT -> OhcContender.linked(shape, OhcContender.Access.DIRECT);
      case OHC_CHUNKED -> OhcContender.chunked(shape);
      case EHCACHE -> EhcacheContender.open(shape);
      case CHRONICLE -> ChronicleContender.open(shape, ChronicleContender.Access.COPY);
      case CHRONICLE_IN_PLACE -> ChronicleContender.open(shape, ChronicleContender.Access.IN_PLACE);
    };
  }
}
