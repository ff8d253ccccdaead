package dev.millrace.tls.jsse;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;

/// Algorithms that no certificate may be signed with, where the trust manager does not see to it:
/// the entries of `jdk.certpath.disabledAlgorithms` that have no condition.
///
/// @param disabled names of hash or key algorithms, in upper case
record CertificateRules(List<String> disabled) {
  static CertificateRules of(List<String> entries) {
    return new CertificateRules(
        entries.stream()
            .filter(each -> !each.contains(" "))
            .map(each -> each.toUpperCase(Locale.ROOT))
            .toList());
  }

  /// @throws CertificateException if a certificate that another vouches for may not be relied on
  void check(List<X509Certificate> chain) throws CertificateException {
    for (X509Certificate each : chain) {
      boolean vouchesForItself =
          each.getSubjectX500Principal().equals(each.getIssuerX500Principal());
      if (!vouchesForItself && isDisabled(each.getSigAlgName())) {
        throw new CertificateException("certificate signed with " + each.getSigAlgName());
      }
    }
  }

  private boolean isDisabled(String signature) {
    for (String part : signature.toUpperCase(Locale.ROOT).split("WITH|AND|IN", -1)) {
      if (disabled.contains(part)) {
        return true;
      }
    }
    return disabled.contains(signature.toUpperCase(Locale.ROOT));
  }
}
