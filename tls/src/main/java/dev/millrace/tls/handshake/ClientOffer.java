package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.LocalKeyShare;
import dev.millrace.tls.extension.Cookie;
import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.KeyShare;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.keys.EarlySecret;
import dev.millrace.tls.keys.TrafficSecret;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.HashAlgorithm;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a client offers, and the secrets that belong to it, until the server has chosen.
final class ClientOffer {
  private static final int LEGACY_VERSION = 0x0303;
  private static final byte[] NULL_COMPRESSION = {0};

  /// Bytes of a ticket that leave the other extensions of a ClientHello their room.
  private static final int MAX_TICKET = 32768;

  private final Endpoint endpoint;
  private final byte[] random;
  private final byte[] sessionId;
  private final CodePoints cipherSuites;
  private final Extensions base;
  private final @Nullable Grease grease;
  private final Transcript transcript;
  private final @Nullable ResumableSession session;
  private List<Psk> psks;
  private List<LocalKeyShare> shares;
  private byte @Nullable [] earlyData;
  private boolean shareDemanded;
  private ClientHello hello;
  private byte[] encoding = {};

  private ClientOffer(Endpoint endpoint) throws TlsFailure {
    this.endpoint = endpoint;
    Policy policy = endpoint.policy();
    random = endpoint.crypto().publicRandomBytes(32);
    grease = policy.grease() ? Grease.random(endpoint.crypto()) : null;
    session = resumable(policy, endpoint.application().sessionToResume());
    psks = psks(policy, session);
    sessionId = chooseSessionId();
    cipherSuites =
        grease == null ? policy.offeredSuites() : grease.cipherSuites(policy.offeredSuites());
    base = ClientHelloExtensions.of(endpoint, session, grease);
    transcript = new Transcript(endpoint.crypto());
    shares =
        policy.speaks(ProtocolVersion.TLS_1_3)
            ? LocalKeyShare.generate(endpoint.crypto(), shareGroups(policy, session))
            : List.of();
    earlyData = earlyData();
    hello = sendHello(null);
    sendEarlyData();
  }

  /// Sends the first ClientHello.
  static ClientOffer send(Endpoint endpoint) throws TlsFailure {
    return new ClientOffer(endpoint);
  }

  /// Sends the second ClientHello.
  ///
  /// @param group that the server wants a share of, or null if it keeps to the one it has
  /// @param hash of the suite that the server has chosen
  void resend(@Nullable NamedGroup group, @Nullable Cookie cookie, HashAlgorithm hash)
      throws TlsFailure {
    if (group != null) {
      shareDemanded = true;
      shares.forEach(LocalKeyShare::close);
      shares = List.of(LocalKeyShare.generate(endpoint.crypto(), group));
    }
    // RFC 8446, section 4.1.4: "the client SHOULD NOT offer any pre-shared keys associated with a
    // hash other than that of the selected cipher suite."
    psks = psks.stream().filter(psk -> psk.hash() == hash).toList();
    if (earlyData != null) {
      earlyData = null;
      endpoint.application().earlyDataAnswered(false);
      endpoint.records().writeInClear();
    }
    hello = sendHello(cookie);
  }

  ClientHello hello() {
    return hello;
  }

  /// The last ClientHello as it was sent.
  byte[] encoding() {
    return encoding;
  }

  byte[] random() {
    return random;
  }

  Transcript transcript() {
    return transcript;
  }

  /// The session that is offered for resumption, or null.
  @Nullable ResumableSession session() {
    return session;
  }

  /// The keys that are offered, in the order of their offer.
  List<Psk> psks() {
    return psks;
  }

  /// Whether early data is sent under the first of the keys.
  boolean offersEarlyData() {
    return earlyData != null;
  }

  /// The share of a group, or null if none was sent.
  @Nullable LocalKeyShare share(int group) {
    for (LocalKeyShare share : shares) {
      if (share.group().code() == group) {
        return share;
      }
    }
    return null;
  }

  /// Zeroes what was kept for the key exchange.
  void close() {
    shares.forEach(LocalKeyShare::close);
  }

  private ClientHello sendHello(@Nullable Cookie cookie) throws TlsFailure {
    List<Extension> extensions = new ArrayList<>(base.list());
    if (endpoint.policy().speaks(ProtocolVersion.TLS_1_3)) {
      extensions.add(Math.min(1, extensions.size()), keyShares());
      if (cookie != null) {
        extensions.add(cookie);
      }
    }
    if (earlyData != null) {
      extensions.add(new EarlyData.Indicated());
    }
    if (!psks.isEmpty()) {
      extensions.add(offerWithEmptyBinders());
    }
    ClientHello unsigned =
        new ClientHello(
            LEGACY_VERSION,
            random,
            sessionId,
            cipherSuites,
            NULL_COMPRESSION,
            Extensions.of(extensions));
    encoding = unsigned.encode();
    bind(encoding);
    transcript.add(encoding);
    endpoint.records().sendEncoded(encoding);
    return unsigned;
  }

  private byte @Nullable [] earlyData() {
    if (session == null
        || session.maxEarlyData() == 0
        || !offersProtocol(session)
        || !endpoint.policy().suites().contains(session.suite())) {
      return null;
    }
    return endpoint.application().earlyData(session);
  }

  /// Early data speaks the application protocol of its session, which the server has to choose
  /// again (RFC 8446, section 4.2.10).
  private boolean offersProtocol(ResumableSession session) {
    String protocol = session.applicationProtocol();
    return protocol == null || endpoint.policy().applicationProtocols().contains(protocol);
  }

  private void sendEarlyData() throws TlsFailure {
    if (earlyData == null || session == null) {
      return;
    }
    Transcript early = transcript.copy();
    early.choose(session.suite().hash());
    if (sessionId.length > 0) {
      endpoint.records().sendChangeCipherSpec();
    }
    try (EarlySecret secret = psks.getFirst().earlySecret(endpoint.crypto())) {
      byte[] hash = early.hash();
      TrafficSecret traffic = secret.clientEarlyTraffic(hash);
      KeyLogging.early(endpoint.policy(), random, traffic, secret, hash);
      endpoint.records().writeWith(traffic, session.suite().aead());
    }
    endpoint.records().sendEarlyData(earlyData);
  }

  private KeyShare.Offered keyShares() {
    List<KeyShare.Entry> entries = new ArrayList<>();
    if (grease != null && !shareDemanded) {
      entries.add(grease.keyShare());
    }
    for (LocalKeyShare share : shares) {
      entries.add(new KeyShare.Entry(share.group().code(), share.publicValue()));
    }
    return new KeyShare.Offered(List.copyOf(entries));
  }

  private PreSharedKey.Offered offerWithEmptyBinders() {
    return new PreSharedKey.Offered(
        psks.stream()
            .map(psk -> new PreSharedKey.Identity(psk.identity(), obfuscatedAge(psk)))
            .toList(),
        psks.stream().map(psk -> new byte[psk.hash().length()]).toList());
  }

  private long obfuscatedAge(Psk psk) {
    ResumableSession of = psk.session();
    // RFC 8446, section 4.2.11: "For identities established externally, an obfuscated_ticket_age of
    // 0 SHOULD be used, and servers MUST ignore the value."
    return of == null
        ? 0
        : (endpoint.policy().now() - of.receivedTime() + of.ageAdd()) & 0xFFFF_FFFFL;
  }

  /// Puts the binders in the place that was left for them, which is the end of the message.
  private void bind(byte[] message) {
    int end = message.length - psks.stream().mapToInt(psk -> 1 + psk.hash().length()).sum();
    int truncated = end - 2;
    for (Psk psk : psks) {
      Transcript partial = transcript.copy();
      partial.choose(psk.hash());
      byte[] binder = psk.binder(endpoint.crypto(), partial.hashWith(message, truncated));
      System.arraycopy(binder, 0, message, end + 1, binder.length);
      end += 1 + binder.length;
    }
  }

  private byte[] chooseSessionId() {
    boolean resumes12 = session != null && session.version() == ProtocolVersion.TLS_1_2;
    if (session != null && resumes12 && !session.byTicket()) {
      return session.handle();
    }
    boolean disguised =
        endpoint.policy().speaks(ProtocolVersion.TLS_1_3) && endpoint.policy().compatibilityMode();
    return resumes12 || disguised ? endpoint.crypto().publicRandomBytes(32) : new byte[0];
  }

  private static List<Psk> psks(Policy policy, @Nullable ResumableSession session) {
    List<Psk> psks = new ArrayList<>();
    if (session != null && session.version() == ProtocolVersion.TLS_1_3) {
      psks.add(Psk.of(session));
    }
    if (policy.speaks(ProtocolVersion.TLS_1_3)) {
      policy.externalPsks().stream().map(Psk::of).forEach(psks::add);
    }
    return List.copyOf(psks);
  }

  /// The groups of which shares are sent. The server of a session takes again the group that it
  /// took before, and what comes before that one it has passed over: a key pair of ML-KEM costs a
  /// resuming client more than its agreement on a secret by X25519. A server that now wants another
  /// group asks for it; one that would take a better one is offered it with the next full
  /// handshake, which comes when the lifetime of the session ends.
  private static List<NamedGroup> shareGroups(Policy policy, @Nullable ResumableSession session) {
    List<NamedGroup> all = policy.keyShareGroups();
    int taken = session == null || session.group() == null ? -1 : all.indexOf(session.group());
    return all.subList(Math.max(0, taken), all.size());
  }

  private static boolean takes(Policy policy, @Nullable Identity peer) {
    return peer == null || policy.certificatePreferences().peers().contains(peer.type());
  }

  private static @Nullable ResumableSession resumable(
      Policy policy, @Nullable ResumableSession session) {
    boolean fits =
        session != null
            && session.isAlive(policy.now())
            && session.handle().length <= MAX_TICKET
            && policy.speaks(session.version())
            && takes(policy, session.peer())
            && (session.version() == ProtocolVersion.TLS_1_3
                || !session.byTicket()
                || policy.offersTickets12())
            && policy.suites().stream()
                .anyMatch(suite ->
                    session.version() == ProtocolVersion.TLS_1_2
                        ? suite == session.suite()
                        : suite.version() == ProtocolVersion.TLS_1_3
                            && suite.hash() == session.suite().hash());
    return fits ? session : null;
  }
}
