package dev.millrace.gateway.access;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Everything that an access file says, checked, ready to be asked. Immutable.
final class AccessList {
  private static final int MOST_CERTIFICATES_REMEMBERED = 10_000;

  private final List<Identity> identities;
  private final Identity anonymous;
  private final Map<String, AccessKey> keys;
  private final Map<CertificateName, Identity> certificates;

  /// Reading the names of a certificate takes longer than all else that a request costs here, and a
  /// connection shows the same one with each.
  private final LoadingCache<X509Certificate, Optional<Identity>> holders =
      Caffeine.newBuilder()
          .weakKeys()
          .maximumSize(MOST_CERTIFICATES_REMEMBERED)
          .executor(Runnable::run)
          .build(this::find);

  /// @param identities all but the anonymous one
  /// @param keys by the id
  AccessList(
      List<Identity> identities,
      Identity anonymous,
      Map<String, AccessKey> keys,
      Map<CertificateName, Identity> certificates) {
    this.identities = List.copyOf(identities);
    this.anonymous = anonymous;
    this.keys = Map.copyOf(keys);
    this.certificates = Map.copyOf(certificates);
  }

  List<Identity> identities() {
    return identities;
  }

  Identity anonymous() {
    return anonymous;
  }

  int keyCount() {
    return keys.size();
  }

  int certificateCount() {
    return certificates.size();
  }

  @Nullable AccessKey key(String id) {
    return keys.get(id);
  }

  @Nullable Identity holder(X509Certificate certificate) {
    return holders.get(certificate).orElse(null);
  }

  /// The one whose names the certificate has. One that has the names of several is nobody's: which
  /// of them asks cannot be told.
  private Optional<Identity> find(X509Certificate certificate) {
    List<Identity> found =
        CertificateName.of(certificate).stream()
            .map(certificates::get)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }
}
