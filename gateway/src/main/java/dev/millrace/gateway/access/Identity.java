package dev.millrace.gateway.access;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Somebody who asks, and what they may do.
///
/// @param name what logs call them
/// @param grants for each action the keys that it is allowed with; none where there is no entry
/// @param requestsPerSecond how many requests all who are it may make, from 1 to
///   [#MOST_REQUESTS_PER_SECOND]; any number where null
public record Identity(
    String name, Map<Action, List<Scope>> grants, @Nullable Integer requestsPerSecond) {
  public static final int MOST_REQUESTS_PER_SECOND = 1_000_000;

  public Identity {
    grants = Map.copyOf(grants);
    if (requestsPerSecond != null
        && (requestsPerSecond < 1 || requestsPerSecond > MOST_REQUESTS_PER_SECOND)) {
      throw new IllegalArgumentException(requestsPerSecond + " requests a second");
    }
  }

  /// One that may make any number of requests.
  public Identity(String name, Map<Action, List<Scope>> grants) {
    this(name, grants, null);
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

  /// Whether `action` is allowed with some keys of `bucket`.
  public boolean mayUse(Action action, String bucket) {
    return grants.getOrDefault(action, List.of()).stream()
        .anyMatch(scope -> scope.bucket().equals(bucket));
  }

  /// Whether anything at all is allowed with `bucket`.
  public boolean mayUse(String bucket) {
    return grants.values().stream()
        .flatMap(List::stream)
        .anyMatch(scope -> scope.bucket().equals(bucket));
  }
}
