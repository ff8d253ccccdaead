import org.jspecify.annotations.NullMarked;

/// Tiers for objects: off-heap memory, then SSD.
@NullMarked
module dev.millrace.store {
  requires static transitive org.jspecify;
  requires transitive dev.millrace.seal;
  requires com.dynatrace.hash4j;

  exports dev.millrace.store;
  exports dev.millrace.store.io;
  exports dev.millrace.store.memory;
  exports dev.millrace.store.ssd;
}
