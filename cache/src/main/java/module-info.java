import org.jspecify.annotations.NullMarked;

/// Bounded, expiring caches for live objects such as TLS sessions.
@NullMarked
module dev.millrace.cache {
  requires static transitive org.jspecify;

  exports dev.millrace.cache;
}
