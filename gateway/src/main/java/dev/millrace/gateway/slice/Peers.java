package dev.millrace.gateway.slice;

import org.jspecify.annotations.Nullable;

/// Who of the fleet has which slice.
///
/// Safe for use by any number of threads.
public interface Peers {
  /// The peer to ask for a slice that is not here, or null if this gateway is to get it from the
  /// origin itself.
  @Nullable Peer peer(SliceKey key);
}
