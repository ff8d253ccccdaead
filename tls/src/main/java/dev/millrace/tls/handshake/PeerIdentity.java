package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.List;

/// The identity of a peer, which has proved that it is its own, with what is known then of the
/// connection.
///
/// @param ocspResponses stapled ones in DER, in the order of the chain, an empty array where a
///   certificate has none; empty if there is none at all
/// @param authType as [javax.net.ssl.X509TrustManager] wants it
/// @param serverNames by which the client looks for the server
public record PeerIdentity(
    Identity identity,
    List<byte[]> ocspResponses,
    String authType,
    ProtocolVersion version,
    CipherSuite suite,
    List<ServerName.Name> serverNames) {}
