package dev.millrace.tls.crypto;

import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/// Installed providers, in the order in which they are asked for an algorithm.
record ProviderOrder(List<Provider> providers) {
  private static final List<String> NATIVE = List.of("AmazonCorrettoCryptoProvider", "Conscrypt");
  private static final List<String> JDK = List.of("SUN", "SunJCE", "SunEC", "SunRsaSign");

  /// Finds out whether a provider has something, by making it.
  @FunctionalInterface
  interface Probe<T> {
    T of(Provider provider) throws GeneralSecurityException;
  }

  /// For public keys: native code does curve arithmetic about ten times as fast as the JDK, and of
  /// the two native providers the first is the faster wherever it has an algorithm.
  static ProviderOrder nativeFirst() {
    return order(NATIVE, JDK);
  }

  /// For everything else, where the JDK's intrinsics are at least as fast as a call to native code.
  static ProviderOrder jdkFirst() {
    return order(JDK);
  }

  @SafeVarargs
  private static ProviderOrder order(List<String>... preferred) {
    SequencedSet<Provider> order = new LinkedHashSet<>();
    for (List<String> names : preferred) {
      for (String name : names) {
        Provider provider = Security.getProvider(name);
        if (provider != null) {
          order.add(provider);
        }
      }
    }
    order.addAll(List.of(Security.getProviders()));
    return new ProviderOrder(List.copyOf(order));
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
