package dev.millrace.gateway.access;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;

/// A name that a certificate vouches for (RFC 5280, sections 4.1.2.6 and 4.2.1.6), as it is
/// compared: as a whole, never by a pattern.
///
/// @param text such as `URI:spiffe://example.com/reader`, `DNS:reader.example.com`,
///   `email:reader@example.com`, or the subject as `CN=reader,O=Example`
record CertificateName(String text) {
  private static final int EMAIL = 1;
  private static final int DNS = 2;
  private static final int URI = 6;

  /// Reads one as an access file has it.
  ///
  /// @throws IllegalArgumentException if it is not of one of the forms
  static CertificateName parse(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? "" : text.substring(0, colon);
    String name = text.substring(colon + 1);
    return switch (kind) {
      case "URI", "email" -> new CertificateName(text);
      case "DNS" -> dns(name);
      default -> subject(text);
    };
  }

  /// The names of a certificate.
  static List<CertificateName> of(X509Certificate certificate) {
    List<CertificateName> names = new ArrayList<>();
    names.add(subject(certificate.getSubjectX500Principal()));
    for (List<?> name : alternatives(certificate)) {
      if (name.get(0) instanceof Integer kind && name.get(1) instanceof String text) {
        switch (kind) {
          case EMAIL -> names.add(new CertificateName("email:" + text));
          case DNS -> names.add(dns(text));
          case URI -> names.add(new CertificateName("URI:" + text));
          default -> {
            // An address or a directory name, which no access file speaks of.
          }
        }
      }
    }
    return names;
  }

  private static Collection<List<?>> alternatives(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null ? List.of() : names;
    } catch (CertificateParsingException _) {
      return List.of();
    }
  }

  private static CertificateName dns(String name) {
    return new CertificateName("DNS:" + name.toLowerCase(Locale.ROOT));
  }

  private static CertificateName subject(String text) {
    try {
      return subject(new X500Principal(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is not of the form URI:…, DNS:…, email:… or a subject such as CN=reader",
          e);
    }
  }

  /// In the form in which equal subjects are equal texts.
  private static CertificateName subject(X500Principal principal) {
    return new CertificateName(principal.getName(X500Principal.CANONICAL));
  }
}
