package dev.millrace.tls;

import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;

/// Decides whether a peer that proves who it is by a raw public key (RFC 7250) is the one that it
/// should be. No authority vouches for such a key, and there is no name in it: names are not
/// checked, whatever [javax.net.ssl.SSLParameters#setEndpointIdentificationAlgorithm] says, no term
/// ends and nothing is revoked but by what is decided here.
///
/// Called by many threads at once, during handshakes, and on servers again for each session that is
/// resumed.
@FunctionalInterface
public interface RawPublicKeyTrust {
  /// Returns if the key is that of the peer. That the peer has the private key, and that the key's
  /// algorithm and size are permitted, has been checked.
  ///
  /// @param session of the handshake. On a client it tells whom the connection is with
  ///   ([ExtendedSSLSession#getPeerHost]), where a key must be that of this very server; on a
  ///   server, what the client asked for ([ExtendedSSLSession#getRequestedServerNames])
  /// @throws CertificateException if not: the connection is refused
  void check(PublicKey key, ExtendedSSLSession session) throws CertificateException;

  /// Trusts some keys, whoever shows them. A client with several servers needs more, since each of
  /// them could pass for the others.
  static RawPublicKeyTrust of(Collection<? extends PublicKey> keys) {
    List<byte[]> encodings = keys.stream().map(PublicKey::getEncoded).toList();
    return (key, _) -> {
      byte[] encoding = key.getEncoded();
      if (encodings.stream().noneMatch(each -> Arrays.equals(each, encoding))) {
        throw new CertificateException("a raw public key that is not among those trusted");
      }
    };
  }
}
