package dev.millrace.tls.jsse;

import java.net.IDN;
import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whether a certificate is for a host (RFC 9525), for trust managers that see no connection.
///
/// Only the names in the subjectAltName extension count: the common name of the subject is not a
/// host name. A wildcard stands for exactly one label, is all of the leftmost label, and has at
/// least two labels after it, so that nobody gets a certificate for all of `com`.
final class HostNameCheck {
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private HostNameCheck() {}

  /// @param algorithm `HTTPS` or `LDAPS`, in any case; null or empty if no name is to be checked
  /// @param serverName that was asked for in the handshake, or null
  /// @param host that the application connects to, or null if it does not say
  /// @throws CertificateException if the certificate is for neither
  static void check(
      X509Certificate certificate,
      @Nullable String algorithm,
      @Nullable String serverName,
      @Nullable String host)
      throws CertificateException {
    if (algorithm == null || algorithm.isEmpty()) {
      return;
    }
    if (!algorithm.equalsIgnoreCase("HTTPS") && !algorithm.equalsIgnoreCase("LDAPS")) {
      throw new CertificateException("unknown identification algorithm: " + algorithm);
    }
    if (host == null || host.isEmpty()) {
      throw new CertificateException("no host to check the certificate against");
    }
    boolean isForServerName = serverName != null && isFor(certificate, serverName);
    if (!isForServerName && !isFor(certificate, host)) {
      throw new CertificateException("the certificate is not for " + host);
    }
  }

  /// Whether a certificate is for a host name or an IP address.
  static boolean isFor(X509Certificate certificate, String host) throws CertificateException {
    String bare =
        host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    if (Peer.isAddress(bare)) {
      return names(certificate, IP_ADDRESS).stream().anyMatch(each -> isSameAddress(each, bare));
    }
    return names(certificate, DNS_NAME).stream().anyMatch(pattern -> matches(pattern, bare));
  }

  private static List<String> names(X509Certificate certificate, int type)
      throws CertificateException {
    Collection<List<?>> all = certificate.getSubjectAlternativeNames();
    List<String> names = new ArrayList<>();
    if (all != null) {
      for (List<?> each : all) {
        if (each.getFirst() instanceof Integer kind
            && kind == type
            && each.get(1) instanceof String name) {
          names.add(name);
        }
      }
    }
    return names;
  }

  private static boolean isSameAddress(String one, String other) {
    try {
      return InetAddress.ofLiteral(one).equals(InetAddress.ofLiteral(other));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /// Compares label by label (RFC 9525, section 6.3), as equal texts do.
  ///
  /// @param pattern a name, or `*.` and a name
  static boolean matches(String pattern, String host) {
    String name = ascii(host);
    String presented = ascii(pattern.startsWith("*.") ? pattern.substring(2) : pattern);
    if (name == null || presented == null || presented.indexOf('*') >= 0) {
      return false;
    }
    if (!pattern.startsWith("*.")) {
      return presented.equals(name);
    }
    int dot = name.indexOf('.');
    return dot > 0 && presented.indexOf('.') > 0 && presented.equals(name.substring(dot + 1));
  }

  /// In lower case and without a trailing dot; null if it cannot be a host name.
  private static @Nullable String ascii(String name) {
    try {
      String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
      String ascii = IDN.toASCII(bare).toLowerCase(Locale.ROOT);
      return ascii.isEmpty() || ascii.startsWith(".") ? null : ascii;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
