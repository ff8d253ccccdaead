package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.crypto.KeyShareAnswer;
import dev.millrace.tls.extension.ApplicationProtocols;
import dev.millrace.tls.extension.CertificateAuthorities;
import dev.millrace.tls.extension.CompressCertificate;
import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.KeyShare;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.extension.PskKeyExchangeModes;
import dev.millrace.tls.extension.RecordSizeLimit;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.extension.SignatureAlgorithms;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.extension.SupportedVersions;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.EarlySecret;
import dev.millrace.tls.keys.HandshakeSecret;
import dev.millrace.tls.keys.MasterSecret;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.CertificateRequest;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.message.EncryptedExtensions;
import dev.millrace.tls.message.Finished;
import dev.millrace.tls.message.ServerHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that a server of TLS 1.3 sends in answer to a ClientHello: ServerHello to Finished.
final class ServerFlight {
  private static final int LEGACY_VERSION = 0x0303;

  private final Endpoint endpoint;
  private final ClientHello hello;
  private final CipherSuite suite;
  private final NamedGroup group;
  private final Transcript transcript;
  private final @Nullable PskChoice psk;
  private final @Nullable String applicationProtocol;
  private final boolean earlyData;

  private ServerFlight(
      Endpoint endpoint,
      ClientHello hello,
      CipherSuite suite,
      NamedGroup group,
      Transcript transcript,
      @Nullable PskChoice psk,
      boolean mayTakeEarlyData)
      throws TlsFailure {
    this.endpoint = endpoint;
    this.hello = hello;
    this.suite = suite;
    this.group = group;
    this.transcript = transcript;
    this.psk = psk;
    applicationProtocol = ClientNames.protocol(endpoint, hello);
    earlyData =
        mayTakeEarlyData
            && psk != null
            && psk.allowsEarlyData(endpoint.policy(), hello, suite, applicationProtocol);
  }

  /// @param encoding of the hello
  /// @param share the client's, of the group
  /// @param transcript of all that was before the hello
  /// @param retried whether this answers a second hello
  static ServerState send(
      Endpoint endpoint,
      ClientHello hello,
      byte[] encoding,
      CipherSuite suite,
      NamedGroup group,
      byte[] share,
      Transcript transcript,
      boolean retried)
      throws TlsFailure {
    PskChoice psk = PskChoice.of(endpoint, hello, encoding, suite, transcript);
    transcript.add(encoding);
    boolean early =
        !retried
            && endpoint.policy().maxEarlyData() > 0
            && hello.extensions().has(EarlyData.Indicated.class);
    return new ServerFlight(endpoint, hello, suite, group, transcript, psk, early)
        .send(share, retried);
  }

  private ServerState send(byte[] share, boolean retried) throws TlsFailure {
    // Whatever may fail for want of something in common fails before anything is sent.
    Signer signer = psk == null ? signer() : null;
    CertificateTypes types =
        CertificateTypes.chosen(
            endpoint.policy(),
            hello,
            signer == null ? resumedServer().identity() : signer.credential().identity(),
            requestsCertificate());
    TrafficSecret clientHandshake;
    TrafficSecret serverHandshake;
    MasterSecret master;
    TrafficSecret earlyTraffic;
    try (KeyShareAnswer answer = KeyShareAnswer.answer(endpoint.crypto(), group, share);
        EarlySecret early = earlySecret()) {
      earlyTraffic = earlyData ? earlyTraffic(early) : null;
      HandshakeSecret secret = early.withKeyExchange(answer.sharedSecret());
      transcript.add(endpoint.records().send(serverHello(answer.publicValue())));
      byte[] hash = transcript.hash();
      clientHandshake = secret.clientTraffic(hash);
      serverHandshake = secret.serverTraffic(hash);
      master = secret.master();
    }
    KeyLogging.handshake(endpoint.policy(), hello.random(), clientHandshake, serverHandshake);
    if (!retried && endpoint.policy().compatibilityMode()) {
      endpoint.records().sendChangeCipherSpec();
    }
    endpoint.records().writeWith(serverHandshake, suite.aead());
    read(clientHandshake, earlyTraffic, retried);
    transcript.add(endpoint.records().send(new EncryptedExtensions(encryptedExtensions(types))));
    if (requestsCertificate()) {
      requestCertificate();
    }
    Authenticated server = signer == null ? resumedServer() : signer.prove(this);
    transcript.add(
        endpoint.records().send(new Finished(serverHandshake.finished(transcript.hash()))));
    return established(clientHandshake, master, server, types, retried);
  }

  private TrafficSecret earlyTraffic(EarlySecret early) {
    byte[] hash = transcript.hash();
    TrafficSecret traffic = early.clientEarlyTraffic(hash);
    KeyLogging.early(endpoint.policy(), hello.random(), traffic, early, hash);
    return traffic;
  }

  /// Expects early data, or what the client sends of the handshake; where early data comes that is
  /// not wanted, it is passed over.
  private void read(TrafficSecret handshake, @Nullable TrafficSecret early, boolean retried)
      throws TlsFailure {
    boolean offered = !retried && hello.extensions().has(EarlyData.Indicated.class);
    if (offered) {
      endpoint.application().earlyDataAnswered(early != null);
    }
    if (early == null) {
      endpoint.records().readWith(handshake, suite.aead());
      if (offered) {
        endpoint.records().skipEarlyData(RecordLayer.EarlyDataSkipping.UNDECIPHERABLE);
      }
    } else {
      endpoint.records().readWith(early, suite.aead());
      endpoint.records().takeEarlyData(endpoint.policy().maxEarlyData());
    }
  }

  private ServerState established(
      TrafficSecret clientHandshake,
      MasterSecret master,
      Authenticated server,
      CertificateTypes types,
      boolean retried)
      throws TlsFailure {
    byte[] hash = transcript.hash();
    TrafficSecret clientTraffic = master.clientTraffic(hash);
    TrafficSecret serverTraffic = master.serverTraffic(hash);
    Exporter13 exporter = new Exporter13(master.exporter(hash));
    KeyLogging.application(
        endpoint.policy(), hello.random(), clientTraffic, serverTraffic, exporter);
    endpoint.records().writeWith(serverTraffic, suite.aead());
    PskKeyExchangeModes modes = hello.extensions().get(PskKeyExchangeModes.class);
    SignatureAlgorithms.OfHandshake schemes =
        hello.extensions().get(SignatureAlgorithms.OfHandshake.class);
    ServerHandshake handshake =
        new ServerHandshake(
            endpoint,
            hello.random(),
            ClientNames.servers(hello),
            schemes == null ? List.of() : CertificateDemand.known(schemes.schemes()),
            modes != null && modes.allowsKeyExchange(),
            suite,
            group,
            retried,
            psk == null ? null : psk.psk(),
            applicationProtocol,
            server,
            transcript,
            clientHandshake,
            clientTraffic,
            master,
            exporter);
    if (requestsCertificate()) {
      return new AwaitClientCertificate(handshake, types.client());
    }
    Authenticated client = psk == null ? Authenticated.NOBODY : psk.psk().peer();
    return earlyData
        ? new AwaitEndOfEarlyData(handshake, client)
        : new AwaitClientFinished(handshake, client);
  }

  private EarlySecret earlySecret() {
    return psk == null
        ? EarlySecret.withoutPsk(endpoint.crypto(), suite.hash())
        : psk.psk().earlySecret(endpoint.crypto());
  }

  private Authenticated resumedServer() {
    return psk == null ? Authenticated.NOBODY : Authenticated.before(psk.psk().local());
  }

  private ServerHello serverHello(byte[] publicValue) {
    List<Extension> extensions = new ArrayList<>();
    extensions.add(new SupportedVersions.Selected(ProtocolVersion.TLS_1_3.code()));
    extensions.add(new KeyShare.Selected(new KeyShare.Entry(group.code(), publicValue)));
    if (psk != null) {
      extensions.add(new PreSharedKey.Selected(psk.index()));
    }
    return new ServerHello(
        LEGACY_VERSION,
        endpoint.crypto().publicRandomBytes(32),
        hello.sessionId(),
        suite.code(),
        0,
        Extensions.of(extensions));
  }

  private Extensions encryptedExtensions(CertificateTypes types) throws TlsFailure {
    List<Extension> extensions = new ArrayList<>();
    if (psk == null && !ClientNames.servers(hello).isEmpty()) {
      extensions.add(new ServerName.Acknowledged());
    }
    if (applicationProtocol != null) {
      extensions.add(new ApplicationProtocols(List.of(ProtocolNames.encode(applicationProtocol))));
    }
    if (earlyData) {
      extensions.add(new EarlyData.Indicated());
    }
    RecordSizeLimit limit = ClientRecordSizeLimit.answer(endpoint, hello, ProtocolVersion.TLS_1_3);
    if (limit != null) {
      extensions.add(limit);
    }
    extensions.addAll(
        types.answers(hello, endpoint.policy().certificatePreferences(), requestsCertificate()));
    return Extensions.of(extensions);
  }

  private boolean requestsCertificate() {
    return psk == null && endpoint.policy().clientAuthentication() != ClientAuthentication.NONE;
  }

  private void requestCertificate() throws TlsFailure {
    Policy policy = endpoint.policy();
    List<Extension> extensions = new ArrayList<>();
    extensions.add(
        new SignatureAlgorithms.OfHandshake(
            CodePoints.of(policy.schemes(), SignatureScheme::code)));
    if (!policy.certificateSchemes().equals(policy.schemes())) {
      extensions.add(
          new SignatureAlgorithms.OfCertificates(
              CodePoints.of(policy.certificateSchemes(), SignatureScheme::code)));
    }
    if (!policy.certificateAuthorities().isEmpty()) {
      extensions.add(new CertificateAuthorities(policy.certificateAuthorities()));
    }
    if (!policy.certificateCompressions().isEmpty()) {
      extensions.add(
          new CompressCertificate(
              CodePoints.of(policy.certificateCompressions(), CertificateCompression::code)));
    }
    transcript.add(
        endpoint.records().send(new CertificateRequest(new byte[0], Extensions.of(extensions))));
  }

  /// Who we are to this client.
  private Signer signer() throws TlsFailure {
    CertificateDemand demand = CertificateDemand.of(hello, endpoint.policy());
    List<SignatureScheme> schemes =
        OwnCertificate.common(
            endpoint.policy().signingSchemes(), demand.schemes(), ProtocolVersion.TLS_1_3);
    if (schemes.isEmpty()) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_SIGNATURE_SCHEME);
    }
    Credential credential =
        endpoint
            .application()
            .credential(
                new CredentialQuery(
                    ProtocolVersion.TLS_1_3,
                    suite,
                    demand.types(),
                    schemes,
                    demand.certificateSchemes(),
                    demand.authorities(),
                    ClientNames.servers(hello),
                    null,
                    hello.extensions().has(StatusRequest.Offered.class)));
    if (credential == null) {
      throw new PeerIncompatible(
          endpoint.policy().externalPsks().isEmpty()
              ? Incompatibility.NO_CERTIFICATE_FOR_PEER
              : Incompatibility.NO_COMMON_PSK);
    }
    SignatureScheme scheme = OwnCertificate.schemeFor(credential, schemes, ProtocolVersion.TLS_1_3);
    if (scheme == null) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_SIGNATURE_SCHEME);
    }
    return new Signer(credential, scheme, demand);
  }

  private record Signer(Credential credential, SignatureScheme scheme, CertificateDemand demand) {
    Authenticated prove(ServerFlight flight) throws TlsFailure {
      return OwnCertificate.send(
          flight.endpoint,
          HandshakeSignature.SERVER,
          credential,
          scheme,
          demand,
          flight.transcript);
    }
  }
}
