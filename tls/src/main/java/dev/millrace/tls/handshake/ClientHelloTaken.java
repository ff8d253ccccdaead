package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.KeyShare;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.extension.SupportedGroups;
import dev.millrace.tls.extension.SupportedVersions;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.message.HelloRetryRequest;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a server takes a ClientHello of TLS 1.3: it chooses suite and group, and answers, or asks
/// for a second hello where the first has no share of the group.
final class ClientHelloTaken {
  private static final int LEGACY_VERSION = 0x0303;

  private ClientHelloTaken() {}

  /// @param encoding of the hello
  static ServerState first(Endpoint endpoint, ClientHello hello, byte[] encoding)
      throws TlsFailure {
    requireComplete(hello);
    requireServedName(endpoint, hello);
    CipherSuite suite = suite(endpoint.policy(), hello);
    NamedGroup group = group(endpoint.policy(), hello);
    byte[] share = share(hello, group);
    Transcript transcript = new Transcript(endpoint.crypto());
    transcript.choose(suite.hash());
    if (share != null) {
      return ServerFlight.send(endpoint, hello, encoding, suite, group, share, transcript, false);
    }
    transcript.add(encoding);
    transcript.replaceFirstHelloWithItsHash();
    return retry(endpoint, hello, suite, group, transcript);
  }

  /// @param choice what was asked for in the HelloRetryRequest
  static ServerState second(AwaitSecondClientHello choice, ClientHello hello, byte[] encoding)
      throws TlsFailure {
    requireComplete(hello);
    requireSame(choice.first(), hello);
    KeyShare.Offered shares = hello.extensions().get(KeyShare.Offered.class);
    byte[] share = share(hello, choice.group());
    // RFC 8446, section 4.1.2: "If a "key_share" extension was supplied in the HelloRetryRequest,
    // replacing the list of shares with a list containing a single KeyShareEntry from the indicated
    // group."
    if (share == null || shares == null || shares.entries().size() != 1) {
      throw new PeerMisbehaved(Misbehaviour.WRONG_KEY_SHARE_GROUP);
    }
    return ServerFlight.send(
        choice.endpoint(),
        hello,
        encoding,
        choice.suite(),
        choice.group(),
        share,
        choice.transcript(),
        true);
  }

  private static ServerState retry(
      Endpoint endpoint,
      ClientHello hello,
      CipherSuite suite,
      NamedGroup group,
      Transcript transcript)
      throws TlsFailure {
    HelloRetryRequest request =
        new HelloRetryRequest(
            LEGACY_VERSION,
            hello.sessionId(),
            suite.code(),
            0,
            Extensions.of(
                new SupportedVersions.Selected(ProtocolVersion.TLS_1_3.code()),
                new KeyShare.Retry(group.code())));
    transcript.add(endpoint.records().send(request));
    if (endpoint.policy().compatibilityMode()) {
      endpoint.records().sendChangeCipherSpec();
    }
    if (hello.extensions().has(EarlyData.Indicated.class)) {
      endpoint.records().skipEarlyData(RecordLayer.EarlyDataSkipping.APPLICATION_DATA);
    }
    return new AwaitSecondClientHello(endpoint, hello, suite, group, transcript);
  }

  private static void requireComplete(ClientHello hello) throws TlsFailure {
    Extensions extensions = hello.extensions();
    // RFC 8446, section 9.2: "If containing a "supported_groups" extension, it MUST also contain a
    // "key_share" extension, and vice versa."
    if (!extensions.has(SupportedGroups.class) || !extensions.has(KeyShare.Offered.class)) {
      throw new PeerMisbehaved(Misbehaviour.MISSING_EXTENSION, "supported_groups or key_share");
    }
    PreSharedKey.Offered psk = extensions.get(PreSharedKey.Offered.class);
    if (psk == null) {
      return;
    }
    // RFC 8446, section 4.2.11: "The "pre_shared_key" extension MUST be the last extension in the
    // ClientHello ... Servers MUST check that it is the last extension and otherwise fail the
    // handshake with an "illegal_parameter" alert."
    if (!(extensions.list().getLast() instanceof PreSharedKey)) {
      throw new PeerMisbehaved(Misbehaviour.PSK_NOT_LAST);
    }
    if (psk.identities().size() != psk.binders().size()) {
      throw new PeerMisbehaved(Misbehaviour.PSK_COUNTS_DIFFER);
    }
  }

  private static void requireServedName(Endpoint endpoint, ClientHello hello) throws TlsFailure {
    if (!ClientNames.areServed(endpoint, hello)) {
      throw new PeerIncompatible(Incompatibility.UNKNOWN_SERVER_NAME);
    }
  }

  /// The first of the suites in common that goes with an external key in common, if there is one;
  /// otherwise the first in common.
  private static CipherSuite suite(Policy policy, ClientHello hello) throws PeerIncompatible {
    List<CipherSuite> common = SuiteChoice.in(policy, hello, ProtocolVersion.TLS_1_3);
    if (common.isEmpty()) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_CIPHER_SUITE);
    }
    // RFC 8446, section 4.2.11: "The server MUST ensure that it selects a compatible PSK (if any)
    // and cipher suite."
    for (CipherSuite suite : common) {
      if (PskChoice.hasExternal(policy, hello, suite)) {
        return suite;
      }
    }
    return common.getFirst();
  }

  /// Our first choice among the groups that the client has sent a share of; if there is none, among
  /// all that it knows.
  private static NamedGroup group(Policy policy, ClientHello hello) throws TlsFailure {
    SupportedGroups supported = hello.extensions().get(SupportedGroups.class);
    KeyShare.Offered shares = hello.extensions().get(KeyShare.Offered.class);
    CodePoints groups = supported == null ? CodePoints.of() : supported.groups();
    // RFC 8446, section 4.2.8: "Clients MUST NOT offer any KeyShareEntry values for groups not
    // listed in the client's "supported_groups" extension."
    if (shares != null
        && !groups.containsAll(CodePoints.of(shares.entries(), KeyShare.Entry::group))) {
      throw new PeerMisbehaved(Misbehaviour.KEY_SHARE_OUTSIDE_GROUPS);
    }
    NamedGroup withoutShare = null;
    for (NamedGroup group : policy.groups()) {
      if (groups.contains(group.code())) {
        if (share(hello, group) != null) {
          return group;
        }
        withoutShare = withoutShare == null ? group : withoutShare;
      }
    }
    if (withoutShare == null) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_GROUP);
    }
    return withoutShare;
  }

  private static byte @Nullable [] share(ClientHello hello, NamedGroup group) {
    KeyShare.Offered shares = hello.extensions().get(KeyShare.Offered.class);
    return shares == null ? null : shares.publicValue(group.code());
  }

  private static void requireSame(ClientHello first, ClientHello second) throws PeerMisbehaved {
    if (!HelloComparison.differOnlyAsAllowed(first, second)) {
      throw new PeerMisbehaved(Misbehaviour.CHANGED_CLIENT_HELLO);
    }
  }
}
