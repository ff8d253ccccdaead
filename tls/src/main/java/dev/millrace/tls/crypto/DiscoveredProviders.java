package dev.millrace.tls.crypto;

import dev.millrace.tls.PublicKeyCryptography;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/// The providers that services of [PublicKeyCryptography] bring.
///
/// @param failures why others cannot be had, for people to read
record DiscoveredProviders(List<Provider> providers, List<String> failures) {
  private static final System.Logger LOG = System.getLogger(PublicKeyCryptography.class.getName());

  DiscoveredProviders {
    providers = List.copyOf(providers);
    failures = List.copyOf(failures);
  }

  private static final class Once {
    private static final DiscoveredProviders IN_THIS_JVM =
        of(
            ServiceLoader.load(
                PublicKeyCryptography.class, PublicKeyCryptography.class.getClassLoader()));
  }

  /// Those of this JVM. The first call loads them, which takes native code some 100 ms.
  static DiscoveredProviders inThisJvm() {
    return Once.IN_THIS_JVM;
  }

  static DiscoveredProviders of(ServiceLoader<PublicKeyCryptography> services) {
    List<Provider> providers = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    try {
      for (var service : services.stream().toList()) {
        try {
          Provider provider = service.get().provider();
          if (provider != null) {
            providers.add(provider);
          }
        } catch (GeneralSecurityException e) {
          failures.add(String.valueOf(e.getMessage()));
        } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
          failures.add(service.type().getName() + ": " + e);
        }
      }
    } catch (LinkageError | ServiceConfigurationError e) {
      failures.add(String.valueOf(e.getMessage()));
    }
    for (String failure : failures) {
      LOG.log(System.Logger.Level.WARNING, "public-key cryptography left out: {0}", failure);
    }
    return new DiscoveredProviders(providers, failures);
  }
}
