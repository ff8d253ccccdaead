package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.Cookie;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.ExtensionType;
import dev.millrace.tls.extension.KeyShare;
import dev.millrace.tls.extension.SupportedGroups;
import dev.millrace.tls.extension.SupportedVersions;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.HelloRetryRequest;
import dev.millrace.tls.message.ServerHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A client that has sent its first or second ClientHello.
final class AwaitServerHello implements ClientState {
  private static final int LEGACY_VERSION = 0x0303;

  private final Endpoint endpoint;
  private final ClientOffer offer;
  private final @Nullable CipherSuite suiteOfRetry;

  private AwaitServerHello(
      Endpoint endpoint, ClientOffer offer, @Nullable CipherSuite suiteOfRetry) {
    this.endpoint = endpoint;
    this.offer = offer;
    this.suiteOfRetry = suiteOfRetry;
  }

  /// Starts a handshake by sending a ClientHello.
  static AwaitServerHello start(Endpoint endpoint) throws TlsFailure {
    return new AwaitServerHello(endpoint, ClientOffer.send(endpoint), null);
  }

  @Override
  public ClientState on(Received received) throws TlsFailure {
    return switch (received.message()) {
      case HelloRetryRequest retry -> onRetry(retry, received.encoding());
      case ServerHello hello when versionOf(hello) == ProtocolVersion.TLS_1_3 -> {
        CipherSuite suite = suite(hello.cipherSuite(), ProtocolVersion.TLS_1_3);
        requireEcho(hello.legacyVersion(), hello.sessionId(), hello.compressionMethod());
        // RFC 8446, section 4.1.4: "Upon receiving the ServerHello, clients MUST check that the
        // cipher suite supplied in the ServerHello is the same as that in the HelloRetryRequest and
        // otherwise abort the handshake with an "illegal_parameter" alert."
        if (suiteOfRetry != null && suite != suiteOfRetry) {
          throw new PeerMisbehaved(Misbehaviour.CHANGED_CIPHER_SUITE);
        }
        yield ServerHelloTaken.take(
            endpoint, offer, hello, suite, received.encoding(), suiteOfRetry != null);
      }
      case ServerHello hello -> {
        // RFC 8446, appendix D.3: early data cannot have been for a server that is older than the
        // one that took the ticket.
        if (offer.offersEarlyData()) {
          endpoint.application().earlyDataAnswered(false);
          throw new PeerMisbehaved(Misbehaviour.UNOFFERED_VERSION);
        }
        if (hello.compressionMethod() != 0) {
          throw new PeerMisbehaved(Misbehaviour.UNOFFERED_COMPRESSION);
        }
        CipherSuite suite = suite(hello.cipherSuite(), ProtocolVersion.TLS_1_2);
        yield ServerHelloTaken12.take(endpoint, offer, hello, suite, received.encoding());
      }
      default -> throw received.unexpected();
    };
  }

  @Override
  public @Nullable ProtocolVersion version() {
    return suiteOfRetry == null ? null : ProtocolVersion.TLS_1_3;
  }

  @Override
  public void close() {
    offer.close();
  }

  private ProtocolVersion versionOf(ServerHello hello) throws PeerMisbehaved {
    SupportedVersions.Selected selected = hello.extensions().get(SupportedVersions.Selected.class);
    if (selected != null) {
      // RFC 8446, section 4.2.1: "If the "supported_versions" extension in the ServerHello contains
      // a version not offered by the client or contains a version prior to TLS 1.3, the client MUST
      // abort the handshake with an "illegal_parameter" alert."
      if (selected.version() != ProtocolVersion.TLS_1_3.code()
          || !endpoint.policy().speaks(ProtocolVersion.TLS_1_3)) {
        throw new PeerMisbehaved(Misbehaviour.UNOFFERED_VERSION_SELECTED);
      }
      return ProtocolVersion.TLS_1_3;
    }
    boolean offered =
        hello.legacyVersion() == ProtocolVersion.TLS_1_2.code()
            && endpoint.policy().speaks(ProtocolVersion.TLS_1_2);
    if (!offered) {
      throw new PeerMisbehaved(Misbehaviour.UNOFFERED_VERSION);
    }
    if (suiteOfRetry != null) {
      throw new PeerMisbehaved(Misbehaviour.VERSION_CHANGED_AFTER_RETRY);
    }
    Downgrade.requireNone(hello.random(), endpoint.policy());
    return ProtocolVersion.TLS_1_2;
  }

  private CipherSuite suite(int code, ProtocolVersion version) throws PeerMisbehaved {
    CipherSuite suite = CipherSuite.ofCode(code);
    if (suite == null
        || !endpoint.policy().suites().contains(suite)
        || !endpoint.policy().speaks(suite.version())) {
      throw new PeerMisbehaved(Misbehaviour.UNOFFERED_CIPHER_SUITE);
    }
    if (suite.version() != version) {
      throw new PeerMisbehaved(Misbehaviour.CIPHER_SUITE_OF_OTHER_VERSION);
    }
    return suite;
  }

  private void requireEcho(int legacyVersion, byte[] sessionId, int compressionMethod)
      throws PeerMisbehaved {
    if (legacyVersion != LEGACY_VERSION) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_LEGACY_VERSION);
    }
    // RFC 8446, section 4.1.3: "A client which receives a legacy_session_id_echo field that does
    // not match what it sent in the ClientHello MUST abort the handshake with an
    // "illegal_parameter" alert."
    if (!Arrays.equals(sessionId, offer.hello().sessionId())) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_SESSION_ID);
    }
    if (compressionMethod != 0) {
      throw new PeerMisbehaved(Misbehaviour.NONZERO_COMPRESSION);
    }
  }

  private ClientState onRetry(HelloRetryRequest retry, byte[] encoding) throws TlsFailure {
    // RFC 8446, section 4.1.4: "If a client receives a second HelloRetryRequest in the same
    // connection (i.e., where the ClientHello was itself in response to a HelloRetryRequest), it
    // MUST abort the handshake with an "unexpected_message" alert."
    if (suiteOfRetry != null) {
      throw new PeerMisbehaved(Misbehaviour.SECOND_HELLO_RETRY_REQUEST);
    }
    SupportedVersions.Selected version = retry.extensions().get(SupportedVersions.Selected.class);
    if (version == null) {
      throw new PeerMisbehaved(Misbehaviour.MISSING_EXTENSION, "supported_versions");
    }
    if (version.version() != ProtocolVersion.TLS_1_3.code()
        || !endpoint.policy().speaks(ProtocolVersion.TLS_1_3)) {
      throw new PeerMisbehaved(Misbehaviour.UNOFFERED_VERSION_SELECTED);
    }
    requireEcho(retry.legacyVersion(), retry.sessionId(), retry.compressionMethod());
    CipherSuite suite = suite(retry.cipherSuite(), ProtocolVersion.TLS_1_3);
    for (Extension extension : retry.extensions().list()) {
      if (extension.type() != ExtensionType.COOKIE
          && !offer.hello().extensions().hasType(extension.type())) {
        throw new PeerMisbehaved(Misbehaviour.UNSOLICITED_EXTENSION);
      }
    }
    NamedGroup group = groupOf(retry);
    Cookie cookie = retry.extensions().get(Cookie.class);
    // RFC 8446, section 4.1.4: "Clients MUST abort the handshake with an "illegal_parameter" alert
    // if the HelloRetryRequest would not result in any change in the ClientHello."
    if (group == null && cookie == null) {
      throw new PeerMisbehaved(Misbehaviour.USELESS_RETRY);
    }
    offer.transcript().choose(suite.hash());
    offer.transcript().replaceFirstHelloWithItsHash();
    offer.transcript().add(encoding);
    // With early data it came right after the first ClientHello (RFC 8446, appendix D.4).
    if (offer.hello().sessionId().length > 0 && !offer.offersEarlyData()) {
      endpoint.records().sendChangeCipherSpec();
    }
    offer.resend(group, cookie, suite.hash());
    return new AwaitServerHello(endpoint, offer, suite);
  }

  private @Nullable NamedGroup groupOf(HelloRetryRequest retry) throws PeerMisbehaved {
    KeyShare.Retry share = retry.extensions().get(KeyShare.Retry.class);
    if (share == null) {
      return null;
    }
    // RFC 8446, section 4.2.8: "Upon receipt of this extension in a HelloRetryRequest, the client
    // MUST verify that (1) the selected_group field corresponds to a group which was provided in
    // the "supported_groups" extension in the original ClientHello and (2) the selected_group field
    // does not correspond to a group which was provided in the "key_share" extension"
    NamedGroup group = NamedGroup.ofCode(share.group());
    SupportedGroups offered = offer.hello().extensions().get(SupportedGroups.class);
    if (group == null || offered == null || !offered.groups().contains(share.group())) {
      throw new PeerMisbehaved(Misbehaviour.UNOFFERED_GROUP);
    }
    if (offer.share(share.group()) != null) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_RETRY_GROUP);
    }
    return group;
  }
}
