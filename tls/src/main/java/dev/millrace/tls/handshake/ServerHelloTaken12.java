package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.EcPointFormats;
import dev.millrace.tls.extension.ExtendedMasterSecret;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.ExtensionType;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.RenegotiationInfo;
import dev.millrace.tls.extension.SessionTicket;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.ServerHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a client takes a ServerHello of TLS 1.2.
final class ServerHelloTaken12 {
  private ServerHelloTaken12() {}

  /// @param encoding of the ServerHello
  static ClientState take(
      Endpoint endpoint, ClientOffer offer, ServerHello hello, CipherSuite suite, byte[] encoding)
      throws TlsFailure {
    offer.close();
    Extensions answers = hello.extensions();
    requireAllowed(answers, offer.hello().extensions());
    boolean extendedMasterSecret = answers.has(ExtendedMasterSecret.class);
    ResumableSession resumed = resumed(hello, offer, suite, extendedMasterSecret);
    String protocol = ServerExtensions.applicationProtocol(answers, endpoint.policy());
    ServerExtensions.recordSizeLimit(answers, endpoint, ProtocolVersion.TLS_1_2);
    CertificatePreferences preferences = endpoint.policy().certificatePreferences();
    CertificateTypes types = CertificateTypes.of(answers, preferences);
    if (resumed == null) {
      types.requireAccepted(preferences);
    }
    Transcript12 transcript = new Transcript12(endpoint.crypto(), suite.hash());
    transcript.add(offer.encoding());
    transcript.add(encoding);
    Handshake12 handshake =
        new Handshake12(
            endpoint,
            suite,
            offer.random(),
            hello.random(),
            hello.sessionId(),
            extendedMasterSecret,
            answers.has(SessionTicket.class),
            protocol,
            types,
            endpoint.application().serverNames(),
            List.of(),
            resumed,
            transcript);
    return resumed == null
        ? new AwaitServerCertificate12(handshake, answers.has(StatusRequest.Acknowledged.class))
        : AwaitServerChangeCipherSpec12.resuming(handshake, resumed);
  }

  private static void requireAllowed(Extensions answers, Extensions offers) throws TlsFailure {
    for (Extension answer : answers.list()) {
      switch (answer.type()) {
        case ExtensionType.SERVER_NAME,
            ExtensionType.STATUS_REQUEST,
            ExtensionType.EC_POINT_FORMATS,
            ExtensionType.APPLICATION_LAYER_PROTOCOL_NEGOTIATION,
            ExtensionType.CLIENT_CERTIFICATE_TYPE,
            ExtensionType.SERVER_CERTIFICATE_TYPE,
            ExtensionType.EXTENDED_MASTER_SECRET,
            ExtensionType.RECORD_SIZE_LIMIT,
            ExtensionType.SESSION_TICKET,
            ExtensionType.RENEGOTIATION_INFO,
            // Not for a server to send in TLS 1.2, but some do.
            ExtensionType.SUPPORTED_GROUPS -> {}
        default ->
            throw new PeerMisbehaved(Misbehaviour.UNSOLICITED_EXTENSION, "type " + answer.type());
      }
    }
    ServerExtensions.requireSolicited(answers, offers);
    RenegotiationInfo renegotiation = answers.get(RenegotiationInfo.class);
    // RFC 5746, section 3.4: "The client MUST then verify that the length of the
    // "renegotiated_connection" field is zero, and if it is not, MUST abort the handshake (by
    // sending a fatal handshake_failure alert)."
    if (renegotiation != null && renegotiation.renegotiatedConnection().length > 0) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_RENEGOTIATION_INFO);
    }
    EcPointFormats formats = answers.get(EcPointFormats.class);
    if (formats != null && !formats.allowsUncompressed()) {
      throw new PeerIncompatible(Incompatibility.UNCOMPRESSED_POINTS_REQUIRED);
    }
    SessionTicket ticket = answers.get(SessionTicket.class);
    if (ticket != null && ticket.ticket().length > 0) {
      throw new PeerMisbehaved(Misbehaviour.MALFORMED_MESSAGE, "session_ticket");
    }
  }

  private static @Nullable ResumableSession resumed(
      ServerHello hello, ClientOffer offer, CipherSuite suite, boolean extendedMasterSecret)
      throws PeerMisbehaved {
    boolean echoed =
        hello.sessionId().length > 0 && Arrays.equals(hello.sessionId(), offer.hello().sessionId());
    if (!echoed) {
      return null;
    }
    ResumableSession session = offer.session();
    if (session == null || session.version() != ProtocolVersion.TLS_1_2) {
      // The id was there for the sake of TLS 1.3, and nobody can have a session under it.
      throw new PeerMisbehaved(
          session == null
              ? Misbehaviour.WRONG_SESSION_ID
              : Misbehaviour.RESUMED_WITH_OTHER_VERSION);
    }
    if (suite != session.suite()) {
      throw new PeerMisbehaved(Misbehaviour.RESUMED_WITH_OTHER_SUITE);
    }
    // RFC 7627, section 5.3: "If the original session used the extension but the new ServerHello
    // does not contain the extension, the client MUST abort the handshake."
    if (!extendedMasterSecret) {
      throw new PeerMisbehaved(Misbehaviour.LOST_EXTENDED_MASTER_SECRET);
    }
    return session;
  }
}
