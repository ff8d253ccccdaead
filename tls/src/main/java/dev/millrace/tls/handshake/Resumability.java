package dev.millrace.tls.handshake;

import dev.millrace.tls.message.ClientHello;
import java.util.Objects;

/// When a server resumes a session, in both versions.
final class Resumability {
  private Resumability() {}

  /// Whether the session is young enough, for the server that the client asks for, and of a client
  /// that would be let in with a full handshake too.
  static boolean isGiven(ResumableSession session, Endpoint endpoint, ClientHello hello) {
    Policy policy = endpoint.policy();
    return session.isAlive(policy.now())
        && secondsLeft(session.creationTime(), policy) > 0
        && Objects.equals(session.serverName(), ClientNames.host(ClientNames.servers(hello)))
        && isClientWelcome(session, endpoint);
  }

  /// How long a session can still be resumed, counted from its full handshake: tickets are renewed,
  /// but not for ever (RFC 8446, section 4.6.1).
  static long secondsLeft(long creationTime, Policy policy) {
    return policy.tickets().lifetime() - (policy.now() - creationTime) / 1000;
  }

  private static boolean isClientWelcome(ResumableSession session, Endpoint endpoint) {
    Identity client = session.peer();
    return client == null
        ? endpoint.policy().clientAuthentication() != ClientAuthentication.NEED
        : endpoint.policy().certificatePreferences().peers().contains(client.type())
            && endpoint.application().stillTrusts(session, client);
  }
}
