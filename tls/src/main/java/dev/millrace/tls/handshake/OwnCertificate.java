package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.CertificateType;
import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.CertificateMessage12;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How either side of TLS 1.3 proves who it is, with Certificate and CertificateVerify.
final class OwnCertificate {
  private OwnCertificate() {}

  /// The schemes with which this side may sign for a peer, in our order.
  static List<SignatureScheme> common(
      List<SignatureScheme> ours, List<SignatureScheme> theirs, ProtocolVersion version) {
    List<SignatureScheme> common = new ArrayList<>(ours.size());
    for (SignatureScheme scheme : ours) {
      if (theirs.contains(scheme)
          && (version == ProtocolVersion.TLS_1_2 || scheme.signsTls13Handshakes())) {
        common.add(scheme);
      }
    }
    return common;
  }

  /// The first of some schemes that a key can sign with, or null if there is none.
  static @Nullable SignatureScheme schemeFor(
      Credential credential, List<SignatureScheme> schemes, ProtocolVersion version) {
    for (SignatureScheme scheme : schemes) {
      if (Signatures.fits(scheme, credential.identity().key(), version)) {
        return scheme;
      }
    }
    return null;
  }

  /// Sends both messages.
  ///
  /// @return who we showed to be
  static Authenticated send(
      Endpoint endpoint,
      HandshakeSignature signature,
      Credential credential,
      SignatureScheme scheme,
      CertificateDemand demand,
      Transcript transcript)
      throws TlsFailure {
    transcript.add(
        endpoint
            .records()
            .sendEncoded(encoding(credential, endpoint.policy(), demand.compressions())));
    transcript.add(
        endpoint
            .records()
            .send(signature.sign(endpoint.policy(), scheme, credential, transcript.hash())));
    return new Authenticated(credential.identity(), List.of(), scheme);
  }

  /// The message of TLS 1.2.
  static CertificateMessage12 message12(Credential credential) throws LocalFailure {
    return credential.encoded().message12();
  }

  private static byte[] encoding(Credential credential, Policy policy, CodePoints accepted)
      throws LocalFailure {
    // A key alone does not shrink.
    if (credential.identity().type() == CertificateType.X509) {
      for (CertificateCompression algorithm : policy.certificateCompressions()) {
        if (accepted.contains(algorithm.code())) {
          return credential.encoded().compressed(algorithm);
        }
      }
    }
    return credential.encoded().plain();
  }
}
