package dev.millrace.gateway.access;

import java.util.List;
import java.util.Map;

/// Somebody who asks, and what they may do.
///
/// @param name what logs call them
/// @param grants for each action the keys that it is allowed with; none where there is no entry
public record Identity(String name, Map<Action, List<Scope>> grants) {
  public Identity {
    grants = Map.copyOf(grants);
  }

  /// Whether `action` is allowed with all keys of `bucket` that begin with `start`: with a key, for
  /// what reads one, and with the prefix that a listing is asked for.
  public boolean may(Action action, String bucket, String start) {
    for (Scope scope : grants.getOrDefault(action, List.of())) {
      if (scope.holds(bucket, start)) {
        return true;
      }
    }
    return false;
  }

  /// Whether anything at all is allowed with `bucket`.
  public boolean mayUse(String bucket) {
    return grants.values().stream()
        .flatMap(List::stream)
        .anyMatch(scope -> scope.bucket().equals(bucket));
  }
}
