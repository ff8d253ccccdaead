import org.jspecify.annotations.NullMarked;

/// Comparisons of Millrace with its peers.
@NullMarked
module dev.millrace.bench {
  requires static transitive org.jspecify;
  requires dev.millrace.gateway;
}
