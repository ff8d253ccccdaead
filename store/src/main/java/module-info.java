import org.jspecify.annotations.NullMarked;

/// Tiers for objects: off-heap memory, then SSD.
@NullMarked
@SuppressWarnings("module") // Those that it exports to are compiled later.
module dev.millrace.store {
  requires static transitive org.jspecify;
  requires com.dynatrace.hash4j;

  exports dev.millrace.store.io to
      dev.millrace.bench,
      dev.millrace.gateway;
  exports dev.millrace.store.memory;
}
