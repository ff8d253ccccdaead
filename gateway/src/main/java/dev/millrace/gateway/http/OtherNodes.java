package dev.millrace.gateway.http;

import dev.millrace.gateway.origin.ObjectName;
import java.util.Collection;

/// The nodes of the fleet but this one, as far as they are told of what is written.
@FunctionalInterface
public interface OtherNodes {
  /// Where there is no fleet.
  OtherNodes NONE = _ -> {};

  /// Has them forget the facts of objects, and returns when all have that can be reached.
  void forget(Collection<ObjectName> objects);
}
