package dev.millrace.tls.crypto;

import java.security.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Text for people about which provider does what.
final class ProviderReport {
  private ProviderReport() {}

  /// A text such as `Conscrypt (X25519, P256), SunEC (P521)`.
  ///
  /// @param all that are reported on, also those that no provider has
  static <K, V> String text(K[] all, Map<K, V> services, Function<V, Provider> provider) {
    Map<String, List<String>> kinds = new LinkedHashMap<>();
    for (K one : all) {
      V service = services.get(one);
      String name = service == null ? "none" : provider.apply(service).getName();
      kinds.computeIfAbsent(name, ignored -> new ArrayList<>()).add(one.toString());
    }
    return kinds.entrySet().stream()
        .map(entry -> entry.getKey() + " (" + String.join(", ", entry.getValue()) + ")")
        .collect(Collectors.joining(", "));
  }
}
