package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.message.CertificateMessage;
import dev.millrace.tls.message.CertificateMessage12;
import dev.millrace.tls.message.CompressedCertificate;
import dev.millrace.tls.message.HandshakeMessage;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The Certificate messages that show one identity, each made when it is first sent: of all that is
/// sent in a handshake nothing else is so large and so much the same.
///
/// What it gives out is for all connections, and not to be changed.
///
/// Safe for use by several threads.
final class EncodedCertificate {
  private static final byte[] NO_CONTEXT = {};

  private final Identity identity;
  private final byte @Nullable [] ocspResponse;
  private final Map<CertificateCompression, byte[]> compressed = new ConcurrentHashMap<>();
  private volatile byte @Nullable [] plain;
  private volatile @Nullable CertificateMessage12 message12;

  /// @param ocspResponse DER to be stapled for the end entity's certificate, or null
  EncodedCertificate(Identity identity, byte @Nullable [] ocspResponse) {
    this.identity = identity;
    this.ocspResponse = ocspResponse;
  }

  /// A Certificate of TLS 1.3.
  ///
  /// @throws LocalFailure if there is no encoding of what it is to hold
  byte[] plain() throws LocalFailure {
    byte[] encoding = plain;
    if (encoding == null) {
      encoding = message().encode();
      plain = encoding;
    }
    return encoding;
  }

  /// A CompressedCertificate of TLS 1.3, or a Certificate if the algorithm finds that better.
  ///
  /// @throws LocalFailure if there is no encoding of what it is to hold
  byte[] compressed(CertificateCompression algorithm) throws LocalFailure {
    byte[] encoding = compressed.get(algorithm);
    if (encoding == null) {
      byte[] whole = plain();
      byte[] body = Arrays.copyOfRange(whole, HandshakeMessage.HEADER_LENGTH, whole.length);
      byte[] smaller = algorithm.compress(body);
      encoding =
          smaller == null
              ? whole
              : new CompressedCertificate(algorithm.code(), body.length, smaller).encode();
      compressed.put(algorithm, encoding);
    }
    return encoding;
  }

  /// A Certificate of TLS 1.2, where an OCSP response has a message of its own.
  ///
  /// @throws LocalFailure if there is no encoding of what it is to hold
  CertificateMessage12 message12() throws LocalFailure {
    CertificateMessage12 message = message12;
    if (message == null) {
      message =
          switch (identity.type()) {
            case X509 -> CertificateMessage12.of(ders());
            case RAW_PUBLIC_KEY -> new CertificateMessage12(ders().getFirst());
          };
      message12 = message;
    }
    return message;
  }

  private CertificateMessage message() throws LocalFailure {
    List<CertificateMessage.Entry> entries = new ArrayList<>();
    for (byte[] der : ders()) {
      Extensions extensions =
          entries.isEmpty() && ocspResponse != null
              ? Extensions.of(new StatusRequest.Stapled(ocspResponse))
              : Extensions.NONE;
      entries.add(new CertificateMessage.Entry(der, extensions));
    }
    return new CertificateMessage(NO_CONTEXT, List.copyOf(entries));
  }

  /// The certificates in DER, or the key.
  private List<byte[]> ders() throws LocalFailure {
    return switch (identity) {
      case Identity.Certified certified -> encoded(certified.certificates());
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
}
