package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.conformance.flag.Unimplemented;
import dev.millrace.tls.OcspResponses;
import dev.millrace.tls.Resumption;
import dev.millrace.tls.SessionStore;
import dev.millrace.tls.StoredSession;
import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TicketKeys;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import dev.millrace.tls.TlsConnection;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.resumption.RotatingTicketKeys;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.SignatureScheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// Millrace tls. Each connection has a context of its own, since tests change its configuration
/// from one to the next; sessions and ticket keys they have in common.
public final class MillraceStack implements Stack {
  /// What this implementation has no setting for, or does not tell.
  private static final Set<Flag> LACKING =
      Set.of(Flag.PERMUTE_EXTENSIONS, Flag.MAX_CERT_LIST, Flag.NO_LEGACY_SERVER_CONNECT);

  private static final List<String> GROUPS =
      Arrays.stream(NamedGroup.values()).map(NamedGroup::wireName).toList();

  /// What BoringSSL enables unless it is told otherwise.
  private static final List<String> DEFAULT_GROUPS =
      List.of("X25519MLKEM768", "x25519", "secp256r1", "secp384r1");

  /// The same again: not Ed25519, and not P-521.
  private static final List<String> DEFAULT_SCHEMES =
      Arrays.stream(SignatureScheme.values())
          .filter(scheme -> scheme != SignatureScheme.ED25519)
          .filter(scheme -> scheme != SignatureScheme.ECDSA_SECP521R1_SHA512)
          .map(SignatureScheme::wireName)
          .toList();

  private static final List<String> ALL_SCHEMES =
      Arrays.stream(SignatureScheme.values()).map(SignatureScheme::wireName).toList();

  /// A record has up to 30 bytes beside its content.
  private static final int RECORD_OVERHEAD = 30;

  private static final int MAX_EARLY_DATA = 14336;

  private final Sessions sessions = new Sessions();
  private final Clock clock = new Clock();
  private TicketKeys ticketKeys = newTicketKeys();

  @Override
  public Endpoint open(ShimOptions options) throws IOException, GeneralSecurityException {
    options.refuse(LACKING);
    if (!options.isServer()) {
      // BoringSSL's own order of suites.
      options.refuse(Set.of(Flag.EXPECT_CIPHER_AES));
    }
    clock.advance(Duration.ofSeconds(options.number(Flag.RESUMPTION_DELAY, 0)));
    var choice = new CredentialChoice(options);
    List<SharedKey> keys = SharedKey.of(options);
    var secrets = new LoggedSecrets();
    SSLContext context =
        config(options, choice, keys, secrets)
            .newContext(
                new KeyManager[] {choice}, new TrustManager[] {choice.trust(options)}, null);
    SSLEngine engine = context.createSSLEngine("bogo.test", 443);
    EngineSettings.apply(options, GROUPS, engine);
    applySchemes(options, engine);
    int early = offerEarlyData(options, engine);
    sessions.begin();
    return new MillraceEndpoint(engine, choice, keys, sessions, secrets, early);
  }

  /// BoringSSL offers early data whether or not there is any. It is the first that the application
  /// writes, as much of it as the server of the newest session takes.
  ///
  /// @return the number of bytes
  private int offerEarlyData(ShimOptions options, SSLEngine engine) {
    if (!options.has(Flag.ENABLE_EARLY_DATA) || options.isServer()) {
      return 0;
    }
    boolean writes = options.has(Flag.SHIM_WRITES_FIRST);
    if (options.has(Flag.REPEAT_SHIM_INITIAL_WRITE)) {
      throw new Unimplemented("early data in several writes");
    }
    String text = writes ? options.text(Flag.SHIM_INITIAL_WRITE).orElse("hello") : "";
    int length = (int) Math.min(sessions.maxEarlyData(), text.length());
    TlsConnection.of(engine)
        .offerEarlyData(text.substring(0, length).getBytes(StandardCharsets.ISO_8859_1));
    return length;
  }

  private TlsConfig config(
      ShimOptions options, CredentialChoice choice, List<SharedKey> keys, LoggedSecrets secrets) {
    TlsConfigBuilder builder =
        TlsConfig.builder()
            .clock(clock)
            .groups(DEFAULT_GROUPS)
            .clientSessions(sessions)
            .serverSessions(sessions)
            .certificateCompressions(RunnerCompression.of(options))
            .externalPsks(keys.stream().flatMap(key -> key.imported().stream()).toList())
            .statusRequest(options.has(Flag.ENABLE_OCSP_STAPLING))
            .clientTickets(!options.has(Flag.NO_TICKET))
            .reverifyServers(options.has(Flag.REVERIFY_ON_RESUME))
            // BoringSSL's servers always do.
            .grease(options.isServer() || options.has(Flag.ENABLE_GREASE));
    applyResumption(options, builder);
    if (options.has(Flag.EXPORT_TRAFFIC_SECRETS)) {
      builder.dangerouslyLogKeysTo(secrets);
    }
    ocspResponses(options).ifPresent(builder::ocspResponses);
    if (options.has(Flag.KEY_SHARES) || options.has(Flag.NO_KEY_SHARES)) {
      builder.keyShareGroups(
          options.numbers(Flag.KEY_SHARES).stream()
              .map(code -> EngineSettings.groupName(code, GROUPS))
              .toList());
    }
    applySigning(options, choice, builder);
    CertificateTypes.apply(options, choice.credentials(), builder);
    return builder.build();
  }

  private void applyResumption(ShimOptions options, TlsConfigBuilder builder) {
    if (options.has(Flag.NO_TICKET)) {
      builder.resumption(Resumption.STATEFUL).ticketCount(0);
    } else {
      if (options.has(Flag.RENEW_TICKET)) {
        ticketKeys = new ReplacedTicketKeys(ticketKeys, newTicketKeys());
      }
      builder
          .resumption(Resumption.STATELESS)
          .ticketKeys(options.has(Flag.SKIP_TICKET) ? new NoTicketKeys() : ticketKeys);
    }
    if (options.has(Flag.ENABLE_EARLY_DATA) && options.isServer()) {
      builder.maxEarlyData(MAX_EARLY_DATA);
    }
  }

  private static void applySigning(
      ShimOptions options, CredentialChoice choice, TlsConfigBuilder builder) {
    if (choice.credentials().size() > 1
        && choice.credentials().stream().anyMatch(each -> each.flags().has(Flag.SIGNING_PREFS))) {
      throw new Unimplemented("schemes that go with one credential of several");
    }
    List<Integer> signing =
        choice.credentials().stream()
            .flatMap(credential -> credential.flags().numbers(Flag.SIGNING_PREFS).stream())
            .distinct()
            .toList();
    if (!signing.isEmpty()) {
      builder.signingSchemes(names(signing));
    } else if (CompliancePolicy.of(options).isEmpty()) {
      builder.signingSchemes(ALL_SCHEMES);
    }
  }

  private static Optional<OcspResponses> ocspResponses(ShimOptions options) {
    if (options.has(Flag.FAIL_OCSP_CALLBACK)) {
      return Optional.of((_, _) -> {
        throw new IllegalStateException("the test wants the making of a response to fail");
      });
    }
    return options.has(Flag.DECLINE_OCSP_CALLBACK)
        ? Optional.empty()
        : options.bytes(Flag.OCSP_RESPONSE).map(response -> (_, _) -> response);
  }

  private static void applySchemes(ShimOptions options, SSLEngine engine) {
    SSLParameters parameters = engine.getSSLParameters();
    if (options.has(Flag.VERIFY_PREFS)) {
      parameters.setSignatureSchemes(
          names(options.numbers(Flag.VERIFY_PREFS)).toArray(String[]::new));
    } else if (parameters.getSignatureSchemes() == null) {
      parameters.setSignatureSchemes(DEFAULT_SCHEMES.toArray(String[]::new));
    }
    if (!options.has(Flag.HOST_NAME)) {
      parameters.setServerNames(List.of());
    }
    options
        .number(Flag.MAX_SEND_FRAGMENT)
        .ifPresent(size -> parameters.setMaximumPacketSize((int) (long) size + RECORD_OVERHEAD));
    engine.setSSLParameters(parameters);
  }

  private static List<String> names(List<Integer> codes) {
    return codes.stream().map(MillraceStack::name).toList();
  }

  private static String name(int code) {
    SignatureScheme scheme = SignatureScheme.ofCode(code);
    if (scheme == null) {
      throw new Unimplemented("signature scheme " + code);
    }
    return scheme.wireName();
  }

  /// A clock that stands still unless the test sets it forward.
  private static final class Clock implements InstantSource {
    private Instant now = Instant.now();

    void advance(Duration by) {
      now = now.plus(by);
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private TicketKeys newTicketKeys() {
    return new RotatingTicketKeys(new SecureRandom(), clock, Duration.ofDays(30), () -> 2_592_000);
  }

  /// The keys of a server that opens the tickets of earlier keys, and replaces them.
  private record ReplacedTicketKeys(TicketKeys before, TicketKeys now) implements TicketKeys {
    @Override
    public @Nullable TicketKey current() {
      return now.current();
    }

    @Override
    public @Nullable TicketKey named(byte[] name) {
      TicketKey found = now.named(name);
      return found == null ? before.named(name) : found;
    }
  }

  /// The keys of a server that has none at the moment, and so gives out no tickets.
  private record NoTicketKeys() implements TicketKeys {
    @Override
    public @Nullable TicketKey current() {
      return null;
    }

    @Override
    public @Nullable TicketKey named(byte[] name) {
      return null;
    }
  }

  /// The sessions of a test, and whether the connection at hand brought any.
  private static final class Sessions implements SessionStore {
    private final Deque<Kept> kept = new ArrayDeque<>();
    private @Nullable StoredSession brought;

    private record Kept(byte[] key, StoredSession session) {}

    void begin() {
      brought = null;
    }

    /// How much early data the newest session allows.
    long maxEarlyData() {
      Kept newest = kept.peekFirst();
      return newest == null ? 0 : ((ResumableSession) newest.session).maxEarlyData();
    }

    @Nullable StoredSession brought() {
      return brought;
    }

    @Override
    public void put(byte[] key, StoredSession session) {
      brought = session;
      kept.addFirst(new Kept(key.clone(), session));
    }

    @Override
    public @Nullable StoredSession get(byte[] key) {
      return kept.stream()
          .filter(each -> Arrays.equals(each.key, key))
          .map(Kept::session)
          .findFirst()
          .orElse(null);
    }

    @Override
    public @Nullable StoredSession take(byte[] key) {
      return get(key);
    }

    @Override
    public void remove(byte[] key, StoredSession session) {
      kept.removeIf(each -> Arrays.equals(each.key, key) && each.session.equals(session));
    }
  }

  private record MillraceEndpoint(
      SSLEngine engine,
      CredentialChoice choice,
      List<SharedKey> keys,
      Sessions sessions,
      LoggedSecrets secrets,
      int early)
      implements Endpoint {
    @Override
    public Outcome outcome() {
      TlsConnection connection = TlsConnection.of(engine);
      return new Outcome(
          connection.isResumed(),
          connection.isRetried(),
          code(connection.group()),
          schemeCode(connection.peerSignatureScheme()),
          null,
          connection.hasExtendedMasterSecret(),
          switch (connection.earlyData()) {
            case NONE -> Outcome.EarlyData.NONE;
            case OFFERED -> Outcome.EarlyData.UNDER_WAY;
            case ACCEPTED ->
                engine.getUseClientMode() || isEstablished()
                    ? Outcome.EarlyData.ACCEPTED
                    : Outcome.EarlyData.UNDER_WAY;
            case REJECTED -> Outcome.EarlyData.REJECTED;
          },
          engine.getUseClientMode() ? null : sessions.brought() != null,
          newSession(connection),
          connection.peerRawPublicKey(),
          SharedKey.numberOf(
              connection.externalPsk(), keys, choice.numberOf(connection.localRawPublicKey())));
    }

    /// A session of TLS 1.2 without an extended master secret is not resumed, and so not kept.
    private Outcome.@Nullable NewSession newSession(TlsConnection connection) {
      StoredSession brought = sessions.brought();
      if (!connection.hasExtendedMasterSecret()) {
        return null;
      }
      if (brought == null) {
        return Outcome.NewSession.NONE;
      }
      return ((ResumableSession) brought).maxEarlyData() > 0
          ? Outcome.NewSession.WITH_EARLY_DATA
          : Outcome.NewSession.WITHOUT_EARLY_DATA;
    }

    @Override
    public int earlyBytes() {
      return TlsConnection.of(engine).earlyData() == TlsConnection.EarlyData.NONE ? 0 : early;
    }

    @Override
    public TrafficSecrets trafficSecrets() {
      return secrets.ofClient();
    }

    @Override
    public void updateKeys() throws SSLException {
      TlsConnection.of(engine).updateKeys(false);
    }

    private boolean isEstablished() {
      return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
    }

    private static int code(@Nullable String group) {
      NamedGroup named = group == null ? null : NamedGroup.ofName(group);
      return named == null ? 0 : named.code();
    }

    private static int schemeCode(@Nullable String scheme) {
      SignatureScheme named = scheme == null ? null : SignatureScheme.ofName(scheme);
      return named == null ? 0 : named.code();
    }
  }
}
