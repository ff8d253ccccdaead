package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.MasterSecret;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.CertificateMessage;
import dev.millrace.tls.message.EndOfEarlyData;
import dev.millrace.tls.message.Finished;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.MessageDigest;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A client of TLS 1.3 that knows who the server is.
///
/// @param applicationProtocol null for none
/// @param demand null if the server does not ask for a certificate
record AwaitServerFinished(
    ClientHandshake handshake,
    @Nullable String applicationProtocol,
    Authenticated server,
    @Nullable CertificateDemand demand)
    implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case Finished(byte[] verifyData) -> {
        Transcript transcript = handshake.transcript();
        // RFC 8446, section 4.4.4: "Recipients of Finished messages MUST verify that the contents
        // are correct and if incorrect MUST terminate the connection with a "decrypt_error" alert."
        if (!MessageDigest.isEqual(
            verifyData, handshake.serverSecret().finished(transcript.hash()))) {
          throw new PeerMisbehaved(Misbehaviour.WRONG_FINISHED);
        }
        transcript.add(received.encoding());
        yield finish();
      }
      default -> throw received.unexpected();
    };
  }

  private ClientState finish() throws TlsFailure {
    Endpoint endpoint = handshake.endpoint();
    Transcript transcript = handshake.transcript();
    byte[] serverFinishedHash = transcript.hash();
    if (handshake.earlyData()) {
      transcript.add(endpoint.records().send(new EndOfEarlyData()));
      handshake.withoutEarlyData();
    }
    Authenticated client = authenticate();
    byte[] verifyData = handshake.clientSecret().finished(transcript.hash());
    transcript.add(endpoint.records().send(new Finished(verifyData)));

    try (MasterSecret master = handshake.master()) {
      TrafficSecret clientTraffic = master.clientTraffic(serverFinishedHash);
      TrafficSecret serverTraffic = master.serverTraffic(serverFinishedHash);
      Exporter13 exporter = new Exporter13(master.exporter(serverFinishedHash));
      byte[] random = handshake.offered().random();
      KeyLogging.application(endpoint.policy(), random, clientTraffic, serverTraffic, exporter);
      endpoint.records().writeWith(clientTraffic, handshake.suite().aead());
      endpoint.records().readWith(serverTraffic, handshake.suite().aead());
      Negotiated negotiated = outcome(client, exporter);
      ClientEstablished established =
          new ClientEstablished(endpoint, negotiated, master.resumption(transcript.hash()));
      endpoint.application().established(negotiated);
      return established;
    }
  }

  /// Proves who we are, if the server asks and there is something to show.
  private Authenticated authenticate() throws TlsFailure {
    if (demand == null) {
      return Authenticated.NOBODY;
    }
    Endpoint endpoint = handshake.endpoint();
    List<SignatureScheme> schemes =
        OwnCertificate.common(
            endpoint.policy().signingSchemes(), demand.schemes(), ProtocolVersion.TLS_1_3);
    Credential credential =
        schemes.isEmpty()
            ? null
            : endpoint
                .application()
                .credential(
                    new CredentialQuery(
                        ProtocolVersion.TLS_1_3,
                        handshake.suite(),
                        demand.types(),
                        schemes,
                        demand.certificateSchemes(),
                        demand.authorities(),
                        List.of(),
                        null,
                        false));
    SignatureScheme scheme =
        credential == null
            ? null
            : OwnCertificate.schemeFor(credential, schemes, ProtocolVersion.TLS_1_3);
    if (credential == null || scheme == null) {
      // RFC 8446, section 4.4.2: "If the server requests client authentication but no suitable
      // certificate is available, the client MUST send a Certificate message containing no
      // certificates"
      handshake
          .transcript()
          .add(endpoint.records().send(new CertificateMessage(new byte[0], List.of())));
      return Authenticated.NOBODY;
    }
    return OwnCertificate.send(
        endpoint, HandshakeSignature.CLIENT, credential, scheme, demand, handshake.transcript());
  }

  private Negotiated outcome(Authenticated client, Exporter exporter) {
    ResumableSession resumed = handshake.resumed();
    Policy policy = handshake.policy();
    return new Negotiated(
        ProtocolVersion.TLS_1_3,
        handshake.suite(),
        new byte[0],
        handshake.group(),
        client.scheme(),
        server.scheme(),
        resumed != null,
        handshake.externalPsk(),
        server.identity(),
        server.ocspResponses(),
        resumed == null ? client.identity() : resumed.local(),
        applicationProtocol,
        handshake.endpoint().application().serverNames(),
        demand == null ? List.of() : demand.schemes(),
        exporter,
        handshake.retried(),
        true,
        resumed == null ? policy.now() : resumed.creationTime(),
        resumed == null ? new ConcurrentHashMap<>() : resumed.attributes());
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_3;
  }

  @Override
  public void close() {
    handshake.close();
  }
}
