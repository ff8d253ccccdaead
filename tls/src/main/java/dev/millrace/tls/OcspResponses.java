package dev.millrace.tls;

import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/// Where a server takes the OCSP responses from that it staples to its certificates (RFC 6066,
/// section 8), so that clients need not ask the authority.
///
/// Called in every full handshake whose client asks for a response, by many threads at once; it
/// must not fetch anything then. Whatever it throws ends the handshake with `internal_error`: where
/// there is no response, clients get none, and decide for themselves whether they go on without.
@FunctionalInterface
public interface OcspResponses {
  /// The response for a certificate, or null if there is none at the moment.
  ///
  /// @param certificate the server's own
  /// @param issuer the next certificate of the chain, or null if the chain has one certificate only
  /// @return a DER encoded OCSPResponse
  byte @Nullable [] responseFor(X509Certificate certificate, @Nullable X509Certificate issuer);
}
