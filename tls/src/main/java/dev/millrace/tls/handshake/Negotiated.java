package dev.millrace.tls.handshake;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What two peers agreed on in a completed handshake.
///
/// @param sessionId of TLS 1.2; in TLS 1.3 empty
/// @param group of the key exchange, or null in a resumed TLS 1.2 connection, which has none
/// @param localScheme with which this side signed, or null if it did not
/// @param peerScheme with which the peer signed, or null if it did not
/// @param resumed whether an earlier session was resumed
/// @param externalPsk by which the peer proved who it is, or null
/// @param peer null if the peer did not authenticate itself
/// @param ocspResponses see [PeerIdentity]
/// @param local null if this side did not authenticate itself
/// @param applicationProtocol null if none was negotiated
/// @param serverNames that the client asked for
/// @param peerSchemes that the peer offered for our signatures
/// @param exporter of keying material
/// @param retried whether there was a HelloRetryRequest
/// @param extendedMasterSecret whether the master secret is bound to the handshake
/// @param creationTime of the session, milliseconds since the epoch
/// @param attributes that the application puts into the session, shared with the sessions that it
///   resumes, and that resume it
public record Negotiated(
    ProtocolVersion version,
    CipherSuite suite,
    byte[] sessionId,
    @Nullable NamedGroup group,
    @Nullable SignatureScheme localScheme,
    @Nullable SignatureScheme peerScheme,
    boolean resumed,
    @Nullable ExternalPsk externalPsk,
    @Nullable Identity peer,
    List<byte[]> ocspResponses,
    @Nullable Identity local,
    @Nullable String applicationProtocol,
    List<ServerName.Name> serverNames,
    List<SignatureScheme> peerSchemes,
    Exporter exporter,
    boolean retried,
    boolean extendedMasterSecret,
    long creationTime,
    Map<String, Object> attributes) {}
