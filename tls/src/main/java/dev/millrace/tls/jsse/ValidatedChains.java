package dev.millrace.tls.jsse;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.TlsConfig;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.InstantSource;

/// The chains that were validated not long ago, each with all that its validation rested on.
///
/// None outlives a certificate in it. Only success is remembered.
///
/// Safe for use by several threads.
final class ValidatedChains {
  private final SessionCache<ShownChain, Validity> chains;
  private final InstantSource clock;

  ValidatedChains(TlsConfig.ChainMemory bounds, InstantSource clock) {
    chains =
        SessionCache.bounded(
            bounds.capacity(), bounds.lifetime(), () -> clock.millis() * 1_000_000);
    this.clock = clock;
  }

  /// When all certificates of a chain are valid.
  private record Validity(Instant from, Instant until) {
    static Validity of(Iterable<X509Certificate> chain) {
      Instant from = Instant.MIN;
      Instant until = Instant.MAX;
      for (X509Certificate each : chain) {
        Instant notBefore = each.getNotBefore().toInstant();
        Instant notAfter = each.getNotAfter().toInstant();
        from = notBefore.isAfter(from) ? notBefore : from;
        until = notAfter.isBefore(until) ? notAfter : until;
      }
      return new Validity(from, until);
    }

    boolean includes(Instant time) {
      return !time.isBefore(from) && !time.isAfter(until);
    }
  }

  boolean include(ShownChain shown) {
    Validity validity = chains.get(shown);
    return validity != null && validity.includes(clock.instant());
  }

  void add(ShownChain shown) {
    chains.put(shown, Validity.of(shown.identity().certificates()));
  }
}
