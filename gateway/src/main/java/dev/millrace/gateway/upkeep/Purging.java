package dev.millrace.gateway.upkeep;

import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.http.RequestPath;
import dev.millrace.gateway.origin.ObjectName;
import dev.millrace.gateway.slice.Generation;
import dev.millrace.gateway.slice.Purge;
import dev.millrace.gateway.slice.StoredSlices;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

// What is promised. Once a purge has returned, no request that comes after is answered with a fact
// or a byte that was obtained from the origin before the purge began: not by this node, nor by one
// that the report counts; not from memory, from an SSD, from the sealed form, from a fetch or a
// question that was under way, or from another node, whatever that one has heard of. It holds after
// restarts, kill -9 included: what was purged is on the device, in the state folder, before the
// call returns.
//
// How. First a generation begins, which gives all slices of what is purged new names
// (slice.Generations); then facts are forgotten. So whoever finds new facts finds new names, too.
// Then the other nodes are told, at the same time. A node that asks another for a slice says which
// generation it wants, and gets none before it.
//
// What is not promised.
//
// - A request that had come before may get what was purged, as long as its answer takes.
// - What clients, or caches between, keep for themselves.
// - What a node serves to its own clients that was not reached: one that the report names, or one
//   that is not on the list, since it is down, say. When it comes back with an SSD, it serves what
//   it has, but to nodes that know of the purge; purge again once it is there, or empty its folder.
// - An SSD folder that is used with another state folder: the two belong together.
// - Bytes are out of reach, not overwritten: they stay in memory and on the device until others
//   take their place. To have them gone from a device, throw the key away that they are encrypted
//   under (ssd-keys).

/// Purges objects here and on the other nodes of the fleet.
///
/// Safe for use by any number of threads.
public final class Purging {
  private static final System.Logger LOG = System.getLogger(Purging.class.getName());

  private static final String THIS_NODE = "this node";

  private final String bucket;
  private final StoredSlices stored;
  private final RequestPath path;
  private final @Nullable Fleet fleet;

  /// @param bucket the one bucket there is
  /// @param fleet the other nodes, or null where there are none
  public Purging(String bucket, StoredSlices stored, RequestPath path, @Nullable Fleet fleet) {
    this.bucket = bucket;
    this.stored = stored;
    this.path = path;
    this.fleet = fleet;
  }

  /// Purges one object. Returns when all nodes have, or have failed to.
  public PurgeReport object(String key) {
    return everywhere(new Purge.OfObject(new ObjectName(bucket, key)));
  }

  /// Purges all objects whose keys begin with `prefix`, which may be empty.
  public PurgeReport prefix(String prefix) {
    return everywhere(new Purge.OfPrefix(bucket, prefix));
  }

  /// Purges all there is.
  public PurgeReport everything() {
    return everywhere(new Purge.OfEverything());
  }

  /// Purges here what another node was told to purge.
  ///
  /// @param number of the generation that has begun there
  /// @throws IOException if it holds until a restart only
  public static void obey(StoredSlices stored, RequestPath path, Purge purge, long number)
      throws IOException {
    Generation generation = stored.purge(purge, number);
    path.forget(purge);
    LOG.log(System.Logger.Level.INFO, "another node has had {0} purged", purge);
    if (generation.failure() != null) {
      throw generation.failure();
    }
  }

  private PurgeReport everywhere(Purge purge) {
    Generation generation = stored.purge(purge);
    path.forget(purge);
    SortedMap<String, String> failures = new TreeMap<>();
    int nodes = 1;
    if (generation.failure() != null) {
      failures.put(THIS_NODE, "holds until a restart only: " + generation.failure().getMessage());
    }
    if (fleet != null) {
      nodes += fleet.purge(purge, generation.number(), failures);
    }
    LOG.log(
        System.Logger.Level.INFO,
        "purged {0} on {1} nodes{2}",
        purge,
        nodes,
        failures.isEmpty() ? "" : "; failures: " + failures);
    return new PurgeReport(nodes, failures);
  }
}
