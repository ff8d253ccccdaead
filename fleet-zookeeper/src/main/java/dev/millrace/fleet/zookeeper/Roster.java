package dev.millrace.fleet.zookeeper;

import dev.millrace.fleet.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Whom to list: the nodes that are present, and for a while those that are missing.
final class Roster {
  private final long absenceNanos;
  private final Map<String, Long> missingSince = new HashMap<>();

  /// @param absence for how long a node that is missing stays listed
  Roster(Duration absence) {
    this.absenceNanos = absence.toNanos();
  }

  /// The nodes that are to be listed from now on, in no order.
  ///
  /// Where two have the same address, the one has it that is present; of two that are, the one that
  /// is listed, and else the one whose name comes first.
  ///
  /// @param nanoTime of a clock that never goes back
  synchronized List<Node> next(List<Node> listed, Collection<Node> present, long nanoTime) {
    Set<String> listedNames = names(listed);
    Set<String> presentNames = names(present);
    List<Node> candidates = new ArrayList<>(present);
    candidates.sort(
        Comparator.<Node, Boolean>comparing(node -> !listedNames.contains(node.name()))
            .thenComparing(Node::name));
    List<Node> missing =
        listed.stream().filter(node -> !presentNames.contains(node.name())).toList();
    missingSince.keySet().retainAll(names(missing));
    for (Node node : missing) {
      long since = missingSince.computeIfAbsent(node.name(), _ -> nanoTime);
      if (nanoTime - since < absenceNanos) {
        candidates.add(node);
      }
    }
    Set<String> addresses = new HashSet<>();
    return candidates.stream().filter(node -> addresses.add(node.address())).toList();
  }

  /// Whether [#next] would leave out a node that it did not leave out before.
  ///
  /// @param nanoTime of the same clock
  synchronized boolean isDue(long nanoTime) {
    return missingSince.values().stream().anyMatch(since -> nanoTime - since >= absenceNanos);
  }

  private static Set<String> names(Collection<Node> nodes) {
    return nodes.stream().map(Node::name).collect(Collectors.toSet());
  }

  /// Forgets since when nodes are missing: whoever did not look on all the time cannot tell.
  synchronized void forget() {
    missingSince.clear();
  }
}
