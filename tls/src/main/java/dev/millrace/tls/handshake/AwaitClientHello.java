package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.SupportedVersions;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/// A server that has heard nothing yet.
record AwaitClientHello(Endpoint endpoint) implements ServerState {
  private static final int SSL_3_0 = 0x0300;

  @Override
  public ServerState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case ClientHello hello -> {
        ProtocolVersion version = negotiate(hello);
        yield switch (version) {
          case TLS_1_3 -> ClientHelloTaken.first(endpoint, hello, received.encoding());
          case TLS_1_2 -> ClientHelloTaken12.take(endpoint, hello, received.encoding());
        };
      }
      default -> throw received.unexpected();
    };
  }

  private ProtocolVersion negotiate(ClientHello hello) throws TlsFailure {
    Policy policy = endpoint.policy();
    ProtocolVersion version = bestInCommon(hello);
    // RFC 8446, appendix D.5: "Any endpoint receiving a Hello message with
    // ClientHello.legacy_version or ServerHello.legacy_version set to 0x0300 MUST abort the
    // handshake with a "protocol_version" alert."
    if (version == null || hello.legacyVersion() == SSL_3_0) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_PROTOCOL_VERSION);
    }
    // RFC 7507, section 3: "If TLS_FALLBACK_SCSV appears in ClientHello.cipher_suites and the
    // highest protocol version supported by the server is higher than the version indicated in
    // ClientHello.client_version, the server MUST respond with a fatal inappropriate_fallback
    // alert"
    if (hello.cipherSuites().contains(CipherSuite.FALLBACK_SCSV)
        && version != Collections.max(policy.versions())) {
      throw new PeerIncompatible(Incompatibility.INAPPROPRIATE_FALLBACK);
    }
    requireCompressionMethods(hello, version);
    return version;
  }

  private @Nullable ProtocolVersion bestInCommon(ClientHello hello) {
    SupportedVersions.Offered offered = hello.extensions().get(SupportedVersions.Offered.class);
    if (offered == null) {
      // RFC 8446, section 4.2.1: "If this extension is not present, servers which are compliant
      // with this specification and which also support TLS 1.2 MUST negotiate TLS 1.2 or prior as
      // specified in [RFC5246], even if ClientHello.legacy_version is 0x0304 or later."
      boolean possible = hello.legacyVersion() >= ProtocolVersion.TLS_1_2.code();
      return possible && endpoint.policy().speaks(ProtocolVersion.TLS_1_2)
          ? ProtocolVersion.TLS_1_2
          : null;
    }
    ProtocolVersion best = null;
    for (ProtocolVersion version : endpoint.policy().versions()) {
      if (offered.versions().contains(version.code())
          && (best == null || version.compareTo(best) > 0)) {
        best = version;
      }
    }
    return best;
  }

  private static void requireCompressionMethods(ClientHello hello, ProtocolVersion version)
      throws PeerMisbehaved {
    boolean offersNull = false;
    for (byte method : hello.compressionMethods()) {
      offersNull |= method == 0;
    }
    // RFC 8446, section 4.1.2: "For every TLS 1.3 ClientHello, this vector MUST contain exactly one
    // byte, set to zero, which corresponds to the "null" compression method"
    boolean single = hello.compressionMethods().length == 1 || version == ProtocolVersion.TLS_1_2;
    if (!offersNull || !single) {
      throw new PeerMisbehaved(Misbehaviour.NULL_COMPRESSION_MISSING);
    }
  }

  @Override
  public @Nullable ProtocolVersion version() {
    return null;
  }

  @Override
  public void close() {}
}
