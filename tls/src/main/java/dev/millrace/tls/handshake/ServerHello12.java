package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.ApplicationProtocols;
import dev.millrace.tls.extension.EcPointFormats;
import dev.millrace.tls.extension.ExtendedMasterSecret;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.RecordSizeLimit;
import dev.millrace.tls.extension.RenegotiationInfo;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.extension.SessionTicket;
import dev.millrace.tls.extension.SignatureAlgorithms;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.message.ServerHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The ServerHello of TLS 1.2.
final class ServerHello12 {
  private static final int ID_LENGTH = 32;

  private ServerHello12() {}

  /// Sends it.
  ///
  /// @param encoding of the hello that it answers
  /// @param resumed null for a full handshake
  /// @param staples whether a CertificateStatus follows
  static Handshake12 send(
      Endpoint endpoint,
      ClientHello hello,
      byte[] encoding,
      CipherSuite suite,
      CertificateTypes types,
      @Nullable ResumableSession resumed,
      boolean staples)
      throws TlsFailure {
    Policy policy = endpoint.policy();
    byte[] random = endpoint.crypto().publicRandomBytes(32);
    if (policy.speaks(ProtocolVersion.TLS_1_3)) {
      Downgrade.mark(random);
    }
    Extensions offers = hello.extensions();
    boolean extended = offers.has(ExtendedMasterSecret.class);
    boolean ticket = extended && givesTicket(policy.tickets(), offers, resumed != null);
    byte[] sessionId = sessionId(endpoint, hello, resumed, extended && !ticket);
    String protocol = ClientNames.protocol(endpoint, hello);
    List<Extension> answers = new ArrayList<>();
    addIf(answers, offersRenegotiation(hello), RenegotiationInfo.empty());
    addIf(answers, extended, new ExtendedMasterSecret());
    addIf(
        answers,
        resumed == null && !ClientNames.servers(hello).isEmpty(),
        new ServerName.Acknowledged());
    addIf(answers, offers.has(EcPointFormats.class), EcPointFormats.uncompressed());
    addIf(answers, ticket, new SessionTicket(new byte[0]));
    addIf(answers, staples, new StatusRequest.Acknowledged());
    if (protocol != null) {
      answers.add(new ApplicationProtocols(List.of(ProtocolNames.encode(protocol))));
    }
    RecordSizeLimit limit = ClientRecordSizeLimit.answer(endpoint, hello, ProtocolVersion.TLS_1_2);
    if (limit != null) {
      answers.add(limit);
    }
    boolean requested =
        resumed == null && policy.clientAuthentication() != ClientAuthentication.NONE;
    answers.addAll(types.answers(hello, policy.certificatePreferences(), requested));
    Transcript12 transcript = new Transcript12(endpoint.crypto(), suite.hash());
    transcript.add(encoding);
    transcript.add(
        endpoint
            .records()
            .send(
                new ServerHello(
                    ProtocolVersion.TLS_1_2.code(),
                    random,
                    sessionId,
                    suite.code(),
                    0,
                    Extensions.of(answers))));
    SignatureAlgorithms.OfHandshake schemes = offers.get(SignatureAlgorithms.OfHandshake.class);
    return new Handshake12(
        endpoint,
        suite,
        hello.random(),
        random,
        sessionId,
        extended,
        ticket,
        protocol,
        types,
        ClientNames.servers(hello),
        schemes == null ? List.of() : CertificateDemand.known(schemes.schemes()),
        resumed,
        transcript);
  }

  private static boolean givesTicket(Tickets tickets, Extensions offers, boolean resumed) {
    SessionTicket offered = offers.get(SessionTicket.class);
    return offered != null
        && tickets.sealsSessions()
        && (!resumed || tickets.isDated(offered.ticket()));
  }

  /// An echo says that a session is resumed; a new id, that it can be.
  private static byte[] sessionId(
      Endpoint endpoint, ClientHello hello, @Nullable ResumableSession resumed, boolean storable) {
    if (resumed != null) {
      return hello.sessionId();
    }
    boolean stores = storable && endpoint.policy().tickets().storesSessions();
    return stores ? endpoint.crypto().publicRandomBytes(ID_LENGTH) : new byte[0];
  }

  private static boolean offersRenegotiation(ClientHello hello) {
    return hello.extensions().has(RenegotiationInfo.class)
        || hello.cipherSuites().contains(CipherSuite.RENEGOTIATION_SCSV);
  }

  private static void addIf(List<Extension> answers, boolean condition, Extension extension) {
    if (condition) {
      answers.add(extension);
    }
  }
}
