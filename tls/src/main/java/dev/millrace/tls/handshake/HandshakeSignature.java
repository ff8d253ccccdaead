package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.CertificateVerify;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The signatures by which the peers of TLS 1.3 prove who they are (RFC 8446, section 4.4.3).
enum HandshakeSignature {
  CLIENT("TLS 1.3, client CertificateVerify"),
  SERVER("TLS 1.3, server CertificateVerify");

  /// All that is signed but the hash.
  @SuppressWarnings("ImmutableEnumChecker") // never changed
  private final byte[] prefix;

  HandshakeSignature(String context) {
    prefix = (" ".repeat(64) + context + "\0").getBytes(StandardCharsets.US_ASCII);
  }

  /// Signs a transcript.
  CertificateVerify sign(
      Policy policy, SignatureScheme scheme, Credential credential, byte[] transcriptHash)
      throws TlsFailure {
    return new CertificateVerify(
        scheme.code(), credential.sign(policy.crypto(), scheme, content(transcriptHash)));
  }

  /// Checks the peer's signature.
  ///
  /// @return the scheme of the signature
  SignatureScheme verify(
      Policy policy, CertificateVerify message, Identity signer, byte[] transcriptHash)
      throws TlsFailure {
    SignatureScheme scheme = SignatureScheme.ofCode(message.scheme());
    // RFC 8446, section 4.4.3: "If the CertificateVerify message is sent by a server, the signature
    // algorithm MUST be one offered in the client's "signature_algorithms" extension"
    if (scheme == null
        || !policy.schemes().contains(scheme)
        || !scheme.signsTls13Handshakes()
        || !Signatures.fits(scheme, signer.key(), ProtocolVersion.TLS_1_3)) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_SIGNATURE_SCHEME);
    }
    KeyUsage.requireDigitalSignature(signer);
    Signatures.verify(
        policy.crypto(), scheme, signer.key(), content(transcriptHash), message.signature());
    return scheme;
  }

  private byte[] content(byte[] transcriptHash) {
    byte[] content = Arrays.copyOf(prefix, prefix.length + transcriptHash.length);
    System.arraycopy(transcriptHash, 0, content, prefix.length, transcriptHash.length);
    return content;
  }
}
