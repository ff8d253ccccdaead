import org.jspecify.annotations.NullMarked;

/// Placement of keys on the nodes of a fleet, its membership, and the ticket keys it shares.
@NullMarked
module dev.millrace.fleet {
  requires static transitive org.jspecify;
  requires com.dynatrace.hash4j;

  exports dev.millrace.fleet;
  exports dev.millrace.fleet.placement;
  exports dev.millrace.fleet.ticket;
}
