package dev.millrace.s3.credentials;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Environment variables, as the AWS tools read them: blanks around a value do not count, and an
/// empty variable is not set. Prints without its values, among which are secrets.
final class Variables {
  private final Map<String, String> values;

  Variables(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name)).map(String::strip).filter(v -> !v.isEmpty());
  }

  @Nullable String orNull(String name) {
    return get(name).orElse(null);
  }

  boolean has(String name) {
    return get(name).isPresent();
  }
}
