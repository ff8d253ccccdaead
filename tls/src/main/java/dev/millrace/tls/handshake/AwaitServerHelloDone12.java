package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.LocalKeyShare;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.KeyBlock;
import dev.millrace.tls.keys.MasterSecret12;
import dev.millrace.tls.message.CertificateMessage12;
import dev.millrace.tls.message.CertificateRequest12;
import dev.millrace.tls.message.CertificateVerify;
import dev.millrace.tls.message.ClientKeyExchange12;
import dev.millrace.tls.message.Finished;
import dev.millrace.tls.message.ServerHelloDone12;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A client of TLS 1.2 that knows who the server is.
///
/// @param share ours
/// @param serverShare the server's
/// @param request null if the server did not ask for a certificate
record AwaitServerHelloDone12(
    Handshake12 handshake,
    Authenticated server,
    LocalKeyShare share,
    byte[] serverShare,
    @Nullable CertificateRequest12 request)
    implements ClientState {
  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case CertificateRequest12 demanded when request == null -> {
        handshake.transcript().add(received.encoding());
        yield new AwaitServerHelloDone12(handshake, server, share, serverShare, demanded);
      }
      case ServerHelloDone12 _ -> {
        handshake.transcript().add(received.encoding());
        yield finish();
      }
      default -> throw received.unexpected();
    };
  }

  private ClientState finish() throws TlsFailure {
    Endpoint endpoint = handshake.endpoint();
    Transcript12 transcript = handshake.transcript();
    Signer signer = request == null ? null : signer(request);
    if (request != null) {
      transcript.add(endpoint.records().send(certificates(signer)));
    }
    Secret premaster;
    try (share) {
      premaster = share.agree(serverShare);
      transcript.add(endpoint.records().send(new ClientKeyExchange12(share.publicValue())));
    }
    MasterSecret12 master = handshake.master(premaster);
    Authenticated client = Authenticated.NOBODY;
    if (signer != null) {
      byte[] signature =
          signer.credential().sign(endpoint.crypto(), signer.scheme(), transcript.messages());
      transcript.add(
          endpoint.records().send(new CertificateVerify(signer.scheme().code(), signature)));
      client = new Authenticated(signer.credential().identity(), List.of(), signer.scheme());
    }
    KeyBlock keys = handshake.keys(master);
    endpoint.records().sendChangeCipherSpec();
    endpoint.records().writeWith(keys.client(), handshake.suite().aead());
    transcript.add(endpoint.records().send(new Finished(master.clientFinished(transcript.hash()))));
    return new AwaitServerChangeCipherSpec12(
        handshake, share.group(), client, server, master, keys.server(), null, null);
  }

  private record Signer(Credential credential, SignatureScheme scheme) {}

  private @Nullable Signer signer(CertificateRequest12 demanded) throws TlsFailure {
    Endpoint endpoint = handshake.endpoint();
    List<SignatureScheme> offered = CertificateDemand.known(demanded.schemes());
    List<SignatureScheme> schemes =
        OwnCertificate.common(endpoint.policy().signingSchemes(), offered, ProtocolVersion.TLS_1_2)
            .stream()
            .filter(scheme -> accepts(demanded, scheme))
            .toList();
    if (schemes.isEmpty()) {
      return null;
    }
    Credential credential =
        endpoint
            .application()
            .credential(
                new CredentialQuery(
                    ProtocolVersion.TLS_1_2,
                    handshake.suite(),
                    List.of(handshake.certificateTypes().client()),
                    schemes,
                    offered,
                    CertificateDemand.principals(demanded.authorities()),
                    List.of(),
                    null,
                    false));
    SignatureScheme scheme =
        credential == null
            ? null
            : OwnCertificate.schemeFor(credential, schemes, ProtocolVersion.TLS_1_2);
    return credential == null || scheme == null ? null : new Signer(credential, scheme);
  }

  private static boolean accepts(CertificateRequest12 demanded, SignatureScheme scheme) {
    byte type =
        switch (scheme.authentication12()) {
          case ECDSA -> CertificateRequest12.ECDSA_SIGN;
          case RSA -> CertificateRequest12.RSA_SIGN;
        };
    for (byte accepted : demanded.certificateTypes()) {
      if (accepted == type) {
        return true;
      }
    }
    return false;
  }

  private static CertificateMessage12 certificates(@Nullable Signer signer) throws TlsFailure {
    return signer == null
        ? CertificateMessage12.of(List.of())
        : OwnCertificate.message12(signer.credential());
  }

  @Override
  public ProtocolVersion version() {
    return ProtocolVersion.TLS_1_2;
  }

  @Override
  public void close() {
    share.close();
  }
}
