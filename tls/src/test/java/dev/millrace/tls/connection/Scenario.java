package dev.millrace.tls.connection;

import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.ClientAuthentication;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.resumption.DisabledSessionStore;
import dev.millrace.tls.resumption.RotatingTicketKeys;
import dev.millrace.tls.resumption.SealedTickets;
import dev.millrace.tls.testing.TestIdentity;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// The kinds of handshakes.
enum Scenario {
  FULL(ProtocolVersion.TLS_1_3),
  CLIENT_CERTIFICATE(ProtocolVersion.TLS_1_3),
  ANOTHER_SHARE(ProtocolVersion.TLS_1_3),
  RESUMED(ProtocolVersion.TLS_1_3),
  FULL_12(ProtocolVersion.TLS_1_2),
  CLIENT_CERTIFICATE_12(ProtocolVersion.TLS_1_2),
  RESUMED_12(ProtocolVersion.TLS_1_2),
  /// Both versions are offered, and all that can be.
  EVERYTHING(ProtocolVersion.TLS_1_3);

  private static final SealedTickets TICKETS =
      new SealedTickets(
          new RotatingTicketKeys(
              TestPeer.CRYPTO.random(), InstantSource.system(), Duration.ofHours(1), () -> 3600),
          DisabledSessionStore.INSTANCE,
          TestPeer.CRYPTO,
          InstantSource.system(),
          () -> 3600);
  private static final ConcurrentMap<Scenario, ResumableSession> SESSIONS =
      new ConcurrentHashMap<>();

  private final ProtocolVersion version;

  Scenario(ProtocolVersion version) {
    this.version = version;
  }

  /// The version that is agreed on.
  ProtocolVersion version() {
    return version;
  }

  Policy clientPolicy() {
    Policy.Builder policy = policy();
    if (this == EVERYTHING) {
      policy
          .applicationProtocols(List.of("h2", "http/1.1"))
          .serverNames(
              List.of(
                  new ServerName.Name(
                      ServerName.HOST_NAME, "localhost".getBytes(StandardCharsets.US_ASCII))))
          .statusRequest(true)
          .grease(true);
    }
    return policy.build();
  }

  Policy serverPolicy() {
    Policy.Builder policy = policy().tickets(TICKETS, 2);
    if (this == ANOTHER_SHARE) {
      List<NamedGroup> other = List.of(NamedGroup.SECP256R1);
      policy.groups(other, other);
    }
    if (authenticatesClient()) {
      policy.clientAuthentication(ClientAuthentication.NEED, List.of());
    }
    return policy.build();
  }

  TestPeer client() {
    TestPeer client =
        authenticatesClient()
            ? TestPeer.client(clientPolicy(), identity())
            : TestPeer.client(clientPolicy());
    return this == RESUMED || this == RESUMED_12 ? client.offering(session()) : client;
  }

  TestPeer server() {
    return TestPeer.server(serverPolicy(), identity());
  }

  boolean authenticatesClient() {
    return this == CLIENT_CERTIFICATE || this == CLIENT_CERTIFICATE_12 || this == EVERYTHING;
  }

  static TestIdentity identity() {
    return TestIdentity.of(TestIdentity.Kind.P256);
  }

  private Policy.Builder policy() {
    Policy.Builder policy = TestPeer.policy();
    return this == EVERYTHING ? policy.recordSizeLimit(8192) : policy.versions(List.of(version));
  }

  private ResumableSession session() {
    return SESSIONS.computeIfAbsent(this, Scenario::firstSession);
  }

  private static ResumableSession firstSession(Scenario scenario) {
    TestPeer client = TestPeer.client(scenario.clientPolicy());
    try {
      TestPeer.talk(client, scenario.server());
    } catch (TlsFailure e) {
      throw new IllegalStateException(e);
    }
    return client.sessions().getFirst();
  }
}
