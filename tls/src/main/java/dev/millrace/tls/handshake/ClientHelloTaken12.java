package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.EcPointFormats;
import dev.millrace.tls.extension.ExtendedMasterSecret;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.RenegotiationInfo;
import dev.millrace.tls.extension.SessionTicket;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// How a server takes a ClientHello of TLS 1.2: it resumes a session, or starts a full handshake.
final class ClientHelloTaken12 {
  private ClientHelloTaken12() {}

  /// @param encoding of the hello
  static ServerState take(Endpoint endpoint, ClientHello hello, byte[] encoding) throws TlsFailure {
    Extensions offers = hello.extensions();
    RenegotiationInfo renegotiation = offers.get(RenegotiationInfo.class);
    // RFC 5746, section 3.6: "The server MUST then verify that the length of the
    // "renegotiated_connection" field is zero, and if it is not, MUST abort the handshake."
    if (renegotiation != null && renegotiation.renegotiatedConnection().length > 0) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_RENEGOTIATION_INFO);
    }
    EcPointFormats formats = offers.get(EcPointFormats.class);
    if (formats != null && !formats.allowsUncompressed()) {
      throw new PeerIncompatible(Incompatibility.UNCOMPRESSED_POINTS_REQUIRED);
    }
    if (!ClientNames.areServed(endpoint, hello)) {
      throw new PeerIncompatible(Incompatibility.UNKNOWN_SERVER_NAME);
    }
    ResumableSession session = resumable(endpoint, hello);
    return session == null
        ? ServerFlight12.full(endpoint, hello, encoding)
        : ServerFlight12.resuming(endpoint, hello, encoding, session);
  }

  private static @Nullable ResumableSession resumable(Endpoint endpoint, ClientHello hello)
      throws PeerMisbehaved {
    ResumableSession session = find(endpoint.policy().tickets(), hello);
    if (session == null || !isAcceptable(session, endpoint, hello)) {
      return null;
    }
    // RFC 7627, section 5.3: "If the original session used the "extended_master_secret" extension
    // but the new ClientHello does not contain it, the server MUST abort the abbreviated
    // handshake."
    if (!hello.extensions().has(ExtendedMasterSecret.class)) {
      throw new PeerMisbehaved(Misbehaviour.LOST_EXTENDED_MASTER_SECRET);
    }
    return session;
  }

  private static @Nullable ResumableSession find(Tickets tickets, ClientHello hello) {
    SessionTicket offered = hello.extensions().get(SessionTicket.class);
    if (offered != null && offered.ticket().length > 0 && tickets.sealsSessions()) {
      return tickets.redeem12(offered.ticket());
    }
    return hello.sessionId().length == 0 ? null : tickets.find12(hello.sessionId());
  }

  private static boolean isAcceptable(
      ResumableSession session, Endpoint endpoint, ClientHello hello) {
    return session.version() == ProtocolVersion.TLS_1_2
        && endpoint.policy().suites().contains(session.suite())
        && hello.cipherSuites().contains(session.suite().code())
        && Resumability.isGiven(session, endpoint, hello);
  }
}
