package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.CertificateType;
import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.CertificateMessage;
import dev.millrace.tls.message.CertificateMessage12;
import dev.millrace.tls.message.CompressedCertificate;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How either side of TLS 1.3 proves who it is, with Certificate and CertificateVerify.
final class OwnCertificate {
  private OwnCertificate() {}

  /// The schemes with which this side may sign for a peer, in our order.
  static List<SignatureScheme> common(
      List<SignatureScheme> ours, List<SignatureScheme> theirs, ProtocolVersion version) {
    return ours.stream()
        .filter(theirs::contains)
        .filter(scheme -> version == ProtocolVersion.TLS_1_2 || scheme.signsTls13Handshakes())
        .toList();
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
    CertificateMessage message = message(credential);
    // A key alone does not shrink.
    boolean shrinks = credential.identity().type() == CertificateType.X509;
    transcript.add(
        endpoint
            .records()
            .send(
                shrinks ? compressed(message, endpoint.policy(), demand.compressions()) : message));
    transcript.add(
        endpoint
            .records()
            .send(signature.sign(endpoint.policy(), scheme, credential, transcript.hash())));
    return new Authenticated(credential.identity(), List.of(), scheme);
  }

  /// The message of TLS 1.2.
  static CertificateMessage12 message12(Credential credential) throws LocalFailure {
    List<byte[]> ders = encoded(credential.identity());
    return switch (credential.identity().type()) {
      case X509 -> CertificateMessage12.of(ders);
      case RAW_PUBLIC_KEY -> new CertificateMessage12(ders.getFirst());
    };
  }

  /// The certificates in DER, or the key.
  private static List<byte[]> encoded(Identity identity) throws LocalFailure {
    return switch (identity) {
      case Identity.Certified(List<X509Certificate> chain) -> encoded(chain);
      case Identity.RawKey(PublicKey key) -> {
        byte[] encoding = key.getEncoded();
        if (encoding == null) {
          throw new LocalFailure("a public key of ours cannot be encoded", null);
        }
        yield List.of(encoding);
      }
    };
  }

  private static List<byte[]> encoded(List<X509Certificate> chain) throws LocalFailure {
    List<byte[]> ders = new ArrayList<>(chain.size());
    try {
      for (X509Certificate certificate : chain) {
        ders.add(certificate.getEncoded());
      }
    } catch (CertificateEncodingException e) {
      throw new LocalFailure("a certificate of ours cannot be encoded", e);
    }
    return ders;
  }

  private static CertificateMessage message(Credential credential) throws LocalFailure {
    List<CertificateMessage.Entry> entries = new ArrayList<>();
    byte[] response = credential.ocspResponse();
    for (byte[] der : encoded(credential.identity())) {
      Extensions extensions =
          entries.isEmpty() && response != null
              ? Extensions.of(new StatusRequest.Stapled(response))
              : Extensions.NONE;
      entries.add(new CertificateMessage.Entry(der, extensions));
    }
    return new CertificateMessage(new byte[0], List.copyOf(entries));
  }

  private static HandshakeMessage compressed(
      CertificateMessage message, Policy policy, CodePoints accepted) {
    for (CertificateCompression algorithm : policy.certificateCompressions()) {
      if (accepted.contains(algorithm.code())) {
        byte[] encoding = message.encode();
        byte[] body = Arrays.copyOfRange(encoding, HandshakeMessage.HEADER_LENGTH, encoding.length);
        return new CompressedCertificate(algorithm.code(), body.length, algorithm.compress(body));
      }
    }
    return message;
  }
}
