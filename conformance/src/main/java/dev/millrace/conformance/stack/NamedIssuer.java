package dev.millrace.conformance.stack;

import java.security.cert.X509Certificate;
import javax.security.auth.x500.X500Principal;

/// An issuer of whom only the name counts: JSSE takes the names that a server sends from
/// certificates.
final class NamedIssuer extends DifferingCertificate {
  private static final long serialVersionUID = 1;

  private final X500Principal name;

  /// @param model any certificate
  NamedIssuer(X500Principal name, X509Certificate model) {
    super(model);
    this.name = name;
  }

  @Override
  public X500Principal getSubjectX500Principal() {
    return name;
  }
}
