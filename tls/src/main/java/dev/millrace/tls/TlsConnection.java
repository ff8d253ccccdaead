package dev.millrace.tls;

import java.security.PublicKey;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// What connections of this provider tell and do beyond JSSE. Its engines and sockets implement
/// this interface.
///
/// What is told of the handshake is known once it is complete; before that it is null or false.
public interface TlsConnection {
  /// The connection of an engine.
  ///
  /// @throws IllegalArgumentException if the engine is of another provider
  static TlsConnection of(SSLEngine engine) {
    return of((Object) engine);
  }

  /// The connection of a socket.
  ///
  /// @throws IllegalArgumentException if the socket is of another provider
  static TlsConnection of(SSLSocket socket) {
    return of((Object) socket);
  }

  private static TlsConnection of(Object skin) {
    if (skin instanceof TlsConnection connection) {
      return connection;
    }
    throw new IllegalArgumentException(skin.getClass() + " is not of the Millrace provider");
  }

  /// Whether an earlier session was resumed.
  boolean isResumed();

  /// Whether the server asked for another key share, which cost a round trip (HelloRetryRequest).
  boolean isRetried();

  /// Whether the master secret is bound to the handshake (RFC 7627): always in TLS 1.3.
  boolean hasExtendedMasterSecret();

  /// The group of the key exchange by its name in the registry of IANA, such as `X25519MLKEM768`;
  /// null if there was none, as in a resumed session of TLS 1.2.
  @Nullable String group();

  /// The scheme with which this side signed, such as `ecdsa_secp256r1_sha256`; null if it did not.
  @Nullable String localSignatureScheme();

  /// The scheme with which the peer signed; null if it did not.
  @Nullable String peerSignatureScheme();

  /// The key agreed on outside of TLS by which the peers know each other; null if they know each
  /// other by certificates, and in a resumed session, which stands for what was known before.
  @Nullable ExternalPsk externalPsk();

  /// The raw public key (RFC 7250) by which this side proved who it is, in this handshake or in
  /// that of the session that was resumed; null if it did not by such a key.
  @Nullable PublicKey localRawPublicKey();

  /// The raw public key (RFC 7250) by which the peer proved who it is, in this handshake or in that
  /// of the session that was resumed; null if it did not by such a key. There is no certificate
  /// then: [javax.net.ssl.SSLSession#getPeerCertificates] and
  /// [javax.net.ssl.SSLSession#getPeerPrincipal] throw.
  @Nullable PublicKey peerRawPublicKey();

  /// Has a client send data along with its first message, if that resumes a session whose server
  /// takes early data (0-RTT); otherwise nothing is sent. What became of it, [#earlyData] tells,
  /// and unless it was accepted the application has to send it again.
  ///
  /// Early data can be replayed by anybody who saw it, and is not protected by fresh keys: it must
  /// be good for being received twice (RFC 8446, appendix E.5).
  ///
  /// @param data not changed any more by the caller
  /// @throws IllegalStateException if the handshake has begun, or this side is a server
  void offerEarlyData(byte[] data);

  /// What became of early data.
  EarlyData earlyData();

  /// Changes to new keys (RFC 8446, section 4.6.3) before the next data is sent. This happens by
  /// itself where an algorithm's limit demands it.
  ///
  /// @param ofPeerToo whether the peer is asked to do the same
  /// @throws SSLException in TLS 1.2, which cannot, and before the handshake is complete
  void updateKeys(boolean ofPeerToo) throws SSLException;

  /// What became of early data.
  enum EarlyData {
    /// None was offered.
    NONE,
    /// It was sent, and the server has not answered yet.
    OFFERED,
    /// The server took it, or takes it: what a server reads while its handshake lasts is early
    /// data.
    ACCEPTED,
    /// The server passed over it.
    REJECTED
  }
}
