package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.CertificateType;
import dev.millrace.tls.crypto.CertificateParsing;
import dev.millrace.tls.crypto.SubjectPublicKeys;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.message.CertificateMessage;
import dev.millrace.tls.message.CertificateMessage12;
import dev.millrace.tls.message.CompressedCertificate;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.wire.WireReader;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the certificates of peers.
final class CertificateChains {
  private static final byte[] NO_RESPONSE = {};

  private CertificateChains() {}

  /// Whom a peer of TLS 1.3 shows to be, or null if it shows nothing.
  ///
  /// @param type that was agreed on
  static @Nullable Identity identity(
      CertificateMessage message, CertificateType type, Policy policy) throws PeerMisbehaved {
    return identity(
        message.entries().stream().map(CertificateMessage.Entry::certificate).toList(),
        type,
        policy);
  }

  /// Whom a peer of TLS 1.2 shows to be, or null if it shows nothing.
  ///
  /// @param type that was agreed on
  static @Nullable Identity identity(
      CertificateMessage12 message, CertificateType type, Policy policy) throws PeerMisbehaved {
    return identity(
        switch (type) {
          case X509 -> message.certificates();
          case RAW_PUBLIC_KEY ->
              message.content().length == 0 ? List.of() : List.of(message.content());
        },
        type,
        policy);
  }

  private static @Nullable Identity identity(List<byte[]> ders, CertificateType type, Policy policy)
      throws PeerMisbehaved {
    if (ders.isEmpty()) {
      return null;
    }
    return switch (type) {
      case X509 -> new Identity.Certified(parse(ders, policy));
      case RAW_PUBLIC_KEY -> {
        // RFC 8446, section 4.4.2: "If the RawPublicKey certificate type was negotiated, then the
        // certificate_list MUST contain no more than one CertificateEntry, which contains an
        // ASN1_subjectPublicKeyInfo value as defined in [RFC7250], Section 3."
        if (ders.size() > 1) {
          throw new PeerMisbehaved(Misbehaviour.SEVERAL_PUBLIC_KEYS);
        }
        yield new Identity.RawKey(SubjectPublicKeys.parse(ders.getFirst()));
      }
    };
  }

  private static List<X509Certificate> parse(List<byte[]> ders, Policy policy)
      throws PeerMisbehaved {
    if (ders.size() > policy.limits().certificateChain()) {
      throw new PeerMisbehaved(Misbehaviour.CERTIFICATE_CHAIN_TOO_LONG);
    }
    List<X509Certificate> chain = new ArrayList<>(ders.size());
    try {
      for (byte[] der : ders) {
        chain.add(CertificateParsing.parse(der));
      }
    } catch (CertificateException e) {
      throw new PeerMisbehaved(Misbehaviour.UNPARSABLE_CERTIFICATE, String.valueOf(e.getMessage()));
    }
    return List.copyOf(chain);
  }

  /// The responses stapled to the entries of a TLS 1.3 certificate message, which may carry nothing
  /// else.
  static List<byte[]> ocspResponses(CertificateMessage message, boolean requested)
      throws PeerMisbehaved {
    boolean any = false;
    List<byte[]> responses = new ArrayList<>();
    for (CertificateMessage.Entry entry : message.entries()) {
      for (Extension extension : entry.extensions().list()) {
        if (!(extension instanceof StatusRequest.Stapled && requested)) {
          throw new PeerMisbehaved(Misbehaviour.UNSOLICITED_EXTENSION, "type " + extension.type());
        }
      }
      StatusRequest.Stapled stapled = entry.extensions().get(StatusRequest.Stapled.class);
      any |= stapled != null;
      responses.add(stapled == null ? NO_RESPONSE : stapled.response());
    }
    return any ? List.copyOf(responses) : List.of();
  }

  /// The certificate message in a message that may hold it compressed.
  ///
  /// @param offered whether this side said that it can decompress
  static CertificateMessage decompressed(HandshakeMessage message, Policy policy, boolean offered)
      throws PeerMisbehaved {
    if (message instanceof CertificateMessage plain) {
      return plain;
    }
    CompressedCertificate compressed = (CompressedCertificate) message;
    if (!offered) {
      throw new PeerMisbehaved(Misbehaviour.UNEXPECTED_MESSAGE, "CompressedCertificate");
    }
    // RFC 8879, section 4: "If the received CompressedCertificate message cannot be decompressed,
    // the connection MUST be terminated with the "bad_certificate" alert."
    if (compressed.uncompressedLength() > policy.limits().handshakeMessage()) {
      throw new PeerMisbehaved(Misbehaviour.BAD_CERTIFICATE_COMPRESSION);
    }
    for (CertificateCompression algorithm : policy.certificateCompressions()) {
      if (algorithm.code() == compressed.algorithm()) {
        return decode(algorithm, compressed);
      }
    }
    throw new PeerMisbehaved(Misbehaviour.UNOFFERED_CERTIFICATE_COMPRESSION);
  }

  private static CertificateMessage decode(
      CertificateCompression algorithm, CompressedCertificate compressed) throws PeerMisbehaved {
    byte[] body;
    try {
      body = algorithm.decompress(compressed.compressed(), compressed.uncompressedLength());
    } catch (IOException e) {
      throw new PeerMisbehaved(Misbehaviour.BAD_CERTIFICATE_COMPRESSION);
    }
    // RFC 8879, section 4: "If, after decompression, the specified length does not match the actual
    // length, the party receiving the invalid message MUST abort the connection with the
    // "bad_certificate" alert."
    if (body.length != compressed.uncompressedLength()) {
      throw new PeerMisbehaved(Misbehaviour.BAD_CERTIFICATE_COMPRESSION);
    }
    WireReader in = new WireReader(body);
    CertificateMessage message = CertificateMessage.parse(in);
    in.expectEnd();
    return message;
  }
}
