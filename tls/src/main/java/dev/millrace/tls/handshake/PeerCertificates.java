package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.cert.X509Certificate;
import java.util.List;

/// The certificates of a peer whose signature is still to come, with what is known then of the
/// connection.
///
/// @param chain the end entity's certificate first; not empty
/// @param ocspResponses stapled ones in DER, in the order of the chain, an empty array where a
///   certificate has none; empty if there is none at all
/// @param authType as [javax.net.ssl.X509TrustManager] wants it
/// @param localSchemes that were offered to the peer for its signatures
/// @param serverNames by which the client looks for the server
public record PeerCertificates(
    List<X509Certificate> chain,
    List<byte[]> ocspResponses,
    String authType,
    ProtocolVersion version,
    CipherSuite suite,
    List<SignatureScheme> localSchemes,
    List<ServerName.Name> serverNames) {}
