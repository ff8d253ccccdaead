package dev.millrace.tls.handshake;

import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.extension.PskKeyExchangeModes;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.MessageDigest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which of the keys that a client offers a server of TLS 1.3 takes.
///
/// @param index of it among the client's offers
record PskChoice(Psk psk, int index) {
  /// How many offers are looked at: each costs a decryption or a lookup.
  private static final int MAX_IDENTITIES = 8;

  /// The first offer that can be taken, or null if there is none.
  ///
  /// @param encoding of the hello
  /// @param transcript of all that was before the hello
  /// @throws PeerMisbehaved if the client does not know the key of that offer
  static @Nullable PskChoice of(
      Endpoint endpoint,
      ClientHello hello,
      byte[] encoding,
      CipherSuite suite,
      Transcript transcript)
      throws PeerMisbehaved {
    PreSharedKey.Offered offered = hello.extensions().get(PreSharedKey.Offered.class);
    if (offered == null) {
      return null;
    }
    PskKeyExchangeModes modes = hello.extensions().get(PskKeyExchangeModes.class);
    // RFC 8446, section 4.2.9: "If clients offer "pre_shared_key" without a
    // "psk_key_exchange_modes" extension, servers MUST abort the handshake."
    if (modes == null) {
      throw new PeerMisbehaved(Misbehaviour.MISSING_PSK_MODES);
    }
    if (!modes.allowsKeyExchange()) {
      return null;
    }
    int count = Math.min(offered.identities().size(), MAX_IDENTITIES);
    for (int index = 0; index < count; index++) {
      Psk psk = find(offered.identities().get(index).identity(), endpoint, hello, suite);
      if (psk != null) {
        int truncated = encoding.length - offered.bindersLength();
        byte[] expected = psk.binder(endpoint.crypto(), transcript.hashWith(encoding, truncated));
        // RFC 8446, section 4.2.11: "Prior to accepting PSK key establishment, the server MUST
        // validate the corresponding binder value ... If this value is not present or does not
        // validate, the server MUST abort the handshake."
        if (!MessageDigest.isEqual(expected, offered.binders().get(index))) {
          throw new PeerMisbehaved(Misbehaviour.WRONG_BINDER);
        }
        return new PskChoice(psk, index);
      }
    }
    return null;
  }

  /// Whether the client offers an external key that goes with a suite.
  static boolean hasExternal(Policy policy, ClientHello hello, CipherSuite suite) {
    PreSharedKey.Offered offered = hello.extensions().get(PreSharedKey.Offered.class);
    return offered != null
        && !policy.externalPsks().isEmpty()
        && policy.externalPsks().stream()
            .filter(external -> Psk.hashOf(external) == suite.hash())
            .anyMatch(external ->
                offered.identities().stream()
                    .limit(MAX_IDENTITIES)
                    .anyMatch(offer -> external.isNamed(offer.identity())));
  }

  /// Whether early data that comes with the key may be taken: the parameters are the same as in the
  /// session, and it is, for certain, no replay.
  boolean allowsEarlyData(
      Policy policy, ClientHello hello, CipherSuite suite, @Nullable String protocol) {
    ResumableSession session = psk.session();
    PreSharedKey.Offered offered = hello.extensions().get(PreSharedKey.Offered.class);
    // RFC 8446, section 4.2.10: "it MUST verify that the following values are the same as those
    // associated with the selected PSK: - The TLS version number - The selected cipher suite - The
    // selected ALPN [RFC7301] protocol, if any"
    return index == 0
        && session != null
        && offered != null
        && session.maxEarlyData() > 0
        && session.suite() == suite
        && Objects.equals(session.applicationProtocol(), protocol)
        && isFresh(session, offered.identities().getFirst(), policy.now())
        && policy.tickets().isFirstUse(offered.binders().getFirst());
  }

  /// Whether a client that has the ticket as long as it says sent its hello just now (RFC 8446,
  /// section 8.3).
  private static boolean isFresh(
      ResumableSession session, PreSharedKey.Identity identity, long now) {
    long claimed = (identity.obfuscatedAge() - session.ageAdd()) & 0xFFFF_FFFFL;
    long age = now - session.receivedTime();
    return Math.abs(age - claimed) <= Tickets.FRESHNESS_WINDOW;
  }

  private static @Nullable Psk find(
      byte[] identity, Endpoint endpoint, ClientHello hello, CipherSuite suite) {
    for (ExternalPsk external : endpoint.policy().externalPsks()) {
      if (external.isNamed(identity)) {
        Psk psk = Psk.of(external);
        return psk.hash() == suite.hash() ? psk : null;
      }
    }
    ResumableSession session = endpoint.policy().tickets().redeem(identity);
    return session != null && isAcceptable(session, endpoint, hello, suite)
        ? Psk.of(session)
        : null;
  }

  private static boolean isAcceptable(
      ResumableSession session, Endpoint endpoint, ClientHello hello, CipherSuite suite) {
    return session.version() == ProtocolVersion.TLS_1_3
        && session.suite().hash() == suite.hash()
        && hello.cipherSuites().contains(session.suite().code())
        && Resumability.isGiven(session, endpoint, hello);
  }
}
