package dev.millrace.tls.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.compression.ZlibCompression;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.CertificatePreferences;
import dev.millrace.tls.handshake.ClientAuthentication;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.PolicyBuilder;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.handshake.Tickets;
import dev.millrace.tls.resumption.BoundedSessionStore;
import dev.millrace.tls.resumption.OwnIdentities;
import dev.millrace.tls.resumption.StoredTickets;
import dev.millrace.tls.testing.TestIdentity;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The kinds of handshakes. Time stands still in them, so that what was recorded of one is good for
/// ever.
enum Scenario {
  FULL(ProtocolVersion.TLS_1_3),
  CLIENT_CERTIFICATE(ProtocolVersion.TLS_1_3, Trait.CLIENT_CERTIFICATE),
  CLIENT_CERTIFICATE_RETRIED(
      ProtocolVersion.TLS_1_3, Trait.CLIENT_CERTIFICATE, Trait.ANOTHER_SHARE),
  ANOTHER_SHARE(ProtocolVersion.TLS_1_3, Trait.ANOTHER_SHARE),
  RESUMED(ProtocolVersion.TLS_1_3, Trait.RESUMED),
  RESUMED_RETRIED(ProtocolVersion.TLS_1_3, Trait.RESUMED, Trait.ANOTHER_SHARE),
  EARLY_DATA(ProtocolVersion.TLS_1_3, Trait.RESUMED, Trait.EARLY_DATA, Trait.EARLY_DATA_TAKEN),
  EARLY_DATA_REFUSED(ProtocolVersion.TLS_1_3, Trait.RESUMED, Trait.EARLY_DATA),
  EARLY_DATA_RETRIED(
      ProtocolVersion.TLS_1_3,
      Trait.RESUMED,
      Trait.EARLY_DATA,
      Trait.EARLY_DATA_TAKEN,
      Trait.ANOTHER_SHARE),
  COMPRESSED(ProtocolVersion.TLS_1_3, Trait.CLIENT_CERTIFICATE, Trait.COMPRESSION),
  COMPRESSED_RETRIED(
      ProtocolVersion.TLS_1_3, Trait.CLIENT_CERTIFICATE, Trait.COMPRESSION, Trait.ANOTHER_SHARE),
  EXTERNAL_PSK(ProtocolVersion.TLS_1_3, Trait.EXTERNAL_PSK),
  EXTERNAL_PSK_RETRIED(ProtocolVersion.TLS_1_3, Trait.EXTERNAL_PSK, Trait.ANOTHER_SHARE),
  FULL_12(ProtocolVersion.TLS_1_2),
  CLIENT_CERTIFICATE_12(ProtocolVersion.TLS_1_2, Trait.CLIENT_CERTIFICATE),
  RESUMED_12(ProtocolVersion.TLS_1_2, Trait.RESUMED),
  REPLACED_TICKET_12(ProtocolVersion.TLS_1_2, Trait.RESUMED, Trait.REPLACED),
  RESUMED_BY_ID_12(ProtocolVersion.TLS_1_2, Trait.RESUMED, Trait.STORED),
  /// Both versions are offered, and all that can be with certificates.
  EVERYTHING(
      ProtocolVersion.TLS_1_3, Trait.CLIENT_CERTIFICATE, Trait.COMPRESSION, Trait.EVERYTHING),
  /// Both versions are offered, and all that can be with a session.
  EVERYTHING_RESUMED(
      ProtocolVersion.TLS_1_3,
      Trait.RESUMED,
      Trait.EARLY_DATA,
      Trait.EARLY_DATA_TAKEN,
      Trait.EXTERNAL_PSK,
      Trait.COMPRESSION,
      Trait.EVERYTHING),
  RAW_KEYS(ProtocolVersion.TLS_1_3, Trait.CLIENT_CERTIFICATE, Trait.RAW_KEYS),
  RAW_KEYS_12(ProtocolVersion.TLS_1_2, Trait.CLIENT_CERTIFICATE, Trait.RAW_KEYS);

  private enum Trait {
    CLIENT_CERTIFICATE,
    /// The client's first hello has no share of the server's group.
    ANOTHER_SHARE,
    RESUMED,
    /// The key of the server's tickets is another than that of the session's.
    REPLACED,
    /// The server keeps its sessions.
    STORED,
    EARLY_DATA,
    EARLY_DATA_TAKEN,
    COMPRESSION,
    EXTERNAL_PSK,
    /// Both sides prove who they are by raw public keys.
    RAW_KEYS,
    EVERYTHING
  }

  /// Bytes of early data that a server takes where it takes any.
  static final int MAX_EARLY_DATA = 1000;

  /// Two keys that both sides have, the second of which fits the suite that is agreed on.
  static final List<ExternalPsk> KEYS =
      List.of(
          key("another", ExternalPsk.Hash.SHA256, 32), key("the one", ExternalPsk.Hash.SHA384, 48));

  private static final byte[] EARLY_DATA_SENT = "early".getBytes(US_ASCII);
  private static final long LIFETIME = 3600;
  private static final Tickets SEALED = SharedTickets.tickets(LIFETIME);
  private static final Tickets REPLACED = SharedTickets.replaced(LIFETIME);
  private static final Tickets STORED =
      new StoredTickets(
          new BoundedSessionStore(1 << 16, Duration.ZERO),
          TestPeer.CRYPTO.random(),
          SharedTickets.CLOCK,
          () -> LIFETIME,
          new OwnIdentities(List::of));
  private static final CertificatePreferences X509_FIRST =
      new CertificatePreferences(
          List.of(CertificateType.values()), List.of(CertificateType.values()));
  private static final CertificatePreferences RAW_ONLY =
      new CertificatePreferences(
          List.of(CertificateType.RAW_PUBLIC_KEY), List.of(CertificateType.RAW_PUBLIC_KEY));
  private static final ConcurrentMap<Scenario, ResumableSession> SESSIONS =
      new ConcurrentHashMap<>();

  private final ProtocolVersion version;

  @SuppressWarnings("ImmutableEnumChecker") // nobody can change what Set.of makes
  private final Set<Trait> traits;

  Scenario(ProtocolVersion version, Trait... traits) {
    this.version = version;
    this.traits = Set.of(traits);
  }

  /// The version that is agreed on.
  ProtocolVersion version() {
    return version;
  }

  Policy clientPolicy() {
    PolicyBuilder policy = policy();
    if (has(Trait.EVERYTHING)) {
      policy.applicationProtocols(List.of("h2", "http/1.1")).statusRequest(true).grease(true);
    }
    return policy.build();
  }

  Policy serverPolicy() {
    PolicyBuilder policy =
        policy().tickets(has(Trait.STORED) ? STORED : has(Trait.REPLACED) ? REPLACED : SEALED, 2);
    if (has(Trait.ANOTHER_SHARE)) {
      List<NamedGroup> other = List.of(NamedGroup.SECP256R1);
      policy.groups(other, other);
    }
    if (authenticatesClient()) {
      policy.clientAuthentication(ClientAuthentication.NEED, List.of());
    }
    return policy.maxEarlyData(has(Trait.EARLY_DATA_TAKEN) ? MAX_EARLY_DATA : 0).build();
  }

  TestPeer client() {
    TestPeer client =
        authenticatesClient()
            ? TestPeer.client(clientPolicy(), identity())
            : TestPeer.client(clientPolicy());
    if (has(Trait.EVERYTHING)) {
      client.askingFor(new ServerName.Name(ServerName.HOST_NAME, "localhost".getBytes(US_ASCII)));
    }
    if (has(Trait.EARLY_DATA)) {
      client.sendingEarly(EARLY_DATA_SENT);
    }
    return resumes() ? client.offering(session()) : client;
  }

  TestPeer server() {
    return TestPeer.server(serverPolicy(), identity());
  }

  /// Whether the client offers a session.
  boolean resumes() {
    return has(Trait.RESUMED);
  }

  boolean authenticatesClient() {
    return has(Trait.CLIENT_CERTIFICATE);
  }

  static TestIdentity identity() {
    return TestIdentity.of(TestIdentity.Kind.P256);
  }

  private boolean has(Trait trait) {
    return traits.contains(trait);
  }

  private PolicyBuilder policy() {
    PolicyBuilder policy = TestPeer.policy().clock(SharedTickets.CLOCK);
    if (has(Trait.COMPRESSION)) {
      policy.certificateCompressions(List.of(new ZlibCompression(0)));
    }
    if (has(Trait.EXTERNAL_PSK)) {
      policy.externalPsks(KEYS);
    }
    if (has(Trait.RAW_KEYS)) {
      policy.certificatePreferences(RAW_ONLY);
    }
    return has(Trait.EVERYTHING)
        ? policy.recordSizeLimit(8192).certificatePreferences(X509_FIRST)
        : policy.versions(List.of(version));
  }

  /// One that can be resumed in such a handshake.
  ResumableSession session() {
    return SESSIONS.computeIfAbsent(this, Scenario::firstSession);
  }

  /// That of a handshake with a server that would take early data with it.
  private static ResumableSession firstSession(Scenario scenario) {
    TestPeer client = TestPeer.client(scenario.clientPolicy());
    Policy server =
        scenario
            .policy()
            .externalPsks(List.of())
            .tickets(scenario.has(Trait.STORED) ? STORED : SEALED, 2)
            .maxEarlyData(scenario.has(Trait.EARLY_DATA) ? MAX_EARLY_DATA : 0)
            .build();
    try {
      TestPeer.talk(client, TestPeer.server(server, identity()));
    } catch (TlsFailure e) {
      throw new IllegalStateException(e);
    }
    return client.sessions().getFirst();
  }

  private static ExternalPsk key(String identity, ExternalPsk.Hash hash, int length) {
    byte[] key = new byte[length];
    Arrays.fill(key, (byte) length);
    return ExternalPsk.of(identity.getBytes(US_ASCII), new Secret(key), hash);
  }
}
