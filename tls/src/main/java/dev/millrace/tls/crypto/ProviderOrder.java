package dev.millrace.tls.crypto;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Providers, in the order in which they are asked for an algorithm.
record ProviderOrder(List<Provider> providers) {
  private static final List<String> NATIVE = List.of("AmazonCorrettoCryptoProvider", "Conscrypt");
  private static final List<String> JDK = List.of("SUN", "SunJCE", "SunEC", "SunRsaSign");

  /// Finds out whether a provider has something, by making it.
  @FunctionalInterface
  interface Probe<T> {
    T of(Provider provider) throws GeneralSecurityException;
  }

  /// For public keys: native code does curve arithmetic about ten times as fast as the JDK, and of
  /// the two native providers the first is the faster wherever it has an algorithm. One that is
  /// installed was chosen by somebody, so it comes before one that was discovered.
  static ProviderOrder nativeFirst() {
    return of(Stream.concat(natives().providers().stream(), jdkFirst().providers().stream()));
  }

  /// Those with native code.
  static ProviderOrder natives() {
    return of(
        Stream.concat(
            installed(NATIVE).stream(), DiscoveredProviders.inThisJvm().providers().stream()));
  }

  /// For everything else, where the JDK's intrinsics are at least as fast as a call to native code.
  static ProviderOrder jdkFirst() {
    return of(Stream.concat(installed(JDK).stream(), Stream.of(Security.getProviders())));
  }

  private static List<Provider> installed(List<String> names) {
    return names.stream().flatMap(name -> Stream.ofNullable(Security.getProvider(name))).toList();
  }

  /// Each name once. Providers are maps, and dear to compare.
  private static ProviderOrder of(Stream<Provider> providers) {
    SequencedMap<String, Provider> order = new LinkedHashMap<>();
    providers.forEach(provider -> order.putIfAbsent(provider.getName(), provider));
    return new ProviderOrder(List.copyOf(order.values()));
  }

  /// What the first provider that has it makes of it, or null if none has it.
  <T> @Nullable T first(Probe<T> probe) {
    for (Provider provider : providers) {
      try {
        return probe.of(provider);
      } catch (GeneralSecurityException | RuntimeException e) {
        // Whatever a foreign provider throws, it says that this one cannot be used.
      }
    }
    return null;
  }
}
