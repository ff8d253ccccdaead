package dev.millrace.conformance.flag;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Flags that were given, with their values in order; a flag without a value has an empty one.
///
/// A text has one character per byte of the argument, as in ISO 8859-1: arguments of the runner are
/// not always UTF-8.
public record Given(Map<Flag, List<String>> values) {
  public Given {
    values =
        values.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, entry -> List.copyOf(entry.getValue())));
  }

  public boolean has(Flag flag) {
    return values.containsKey(flag);
  }

  /// The value given last.
  public Optional<String> text(Flag flag) {
    return Optional.ofNullable(values.get(flag)).map(List::getLast);
  }

  /// The value given last, as a whole number.
  public Optional<Long> number(Flag flag) {
    return text(flag).map(Long::valueOf);
  }

  /// All values, as whole numbers; empty if the flag was not given.
  public List<Integer> numbers(Flag flag) {
    return values.getOrDefault(flag, List.of()).stream().map(Integer::valueOf).toList();
  }

  /// The value given last, decoded from base64.
  public Optional<byte[]> bytes(Flag flag) {
    return text(flag)
        .map(value -> Base64.getDecoder().decode(value.getBytes(StandardCharsets.ISO_8859_1)));
  }
}
