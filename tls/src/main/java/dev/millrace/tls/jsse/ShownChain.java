package dev.millrace.tls.jsse;

import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/// The certificates that a peer shows, and all of the connection that a decision about them rests
/// on: where two are equal, nothing but time can make a difference.
///
/// @param role of this side
/// @param authType as [javax.net.ssl.X509TrustManager] wants it
/// @param policy with the algorithm constraints in it
/// @param identification how a server's name is to be checked, such as `HTTPS`, or null if it is
///   not
/// @param serverName that a server was asked for, or null
/// @param host that the application connects to, or null if it does not say
record ShownChain(
    Role role,
    Identity.Certified identity,
    String authType,
    ProtocolVersion version,
    Policy policy,
    @Nullable String identification,
    @Nullable String serverName,
    @Nullable String host) {

  X509Certificate[] certificates() {
    return identity.certificates().toArray(X509Certificate[]::new);
  }
}
