package dev.millrace.tls.connection;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.failure.CertificateRejected;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Application;
import dev.millrace.tls.handshake.Credential;
import dev.millrace.tls.handshake.CredentialQuery;
import dev.millrace.tls.handshake.Ending;
import dev.millrace.tls.handshake.Identity;
import dev.millrace.tls.handshake.Negotiated;
import dev.millrace.tls.handshake.PeerIdentity;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.PolicyBuilder;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.testing.TestIdentity;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.SignatureScheme;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One side of a connection in memory: it accepts every certificate, and remembers what it is told.
final class TestPeer implements Application {
  static final CryptoServices CRYPTO = CryptoServices.resolve();

  private final Connection connection;
  private final @Nullable TestIdentity identity;
  private final ByteBuffer received = ByteBuffer.allocate(1 << 17);
  private final Deque<ResumableSession> sessions = new ArrayDeque<>();
  private final List<Ending> endings = new ArrayList<>();
  private List<ServerName.Name> serverNames = List.of();
  private @Nullable ResumableSession offer;
  private byte @Nullable [] early;
  private @Nullable PeerIdentity verified;

  private TestPeer(Policy policy, boolean client, @Nullable TestIdentity identity) {
    this.identity = identity;
    connection = client ? Connection.client(policy, this) : Connection.server(policy, this);
  }

  static TestPeer client(Policy policy) {
    return new TestPeer(policy, true, null);
  }

  static TestPeer client(Policy policy, TestIdentity identity) {
    return new TestPeer(policy, true, identity);
  }

  static TestPeer server(Policy policy, TestIdentity identity) {
    return new TestPeer(policy, false, identity);
  }

  /// A policy with the usual groups.
  static PolicyBuilder policy() {
    return new PolicyBuilder(CRYPTO)
        .groups(
            List.of(
                NamedGroup.X25519,
                NamedGroup.SECP256R1,
                NamedGroup.SECP384R1,
                NamedGroup.SECP521R1),
            List.of(NamedGroup.X25519));
  }

  TestPeer offering(ResumableSession session) {
    offer = session;
    return this;
  }

  TestPeer askingFor(ServerName.Name name) {
    serverNames = List.of(name);
    return this;
  }

  TestPeer sendingEarly(byte[] data) {
    early = data;
    return this;
  }

  Connection connection() {
    return connection;
  }

  Deque<ResumableSession> sessions() {
    return sessions;
  }

  List<Ending> endings() {
    return endings;
  }

  @Nullable PeerIdentity verified() {
    return verified;
  }

  /// Lets both sides talk until neither has more to say.
  static void talk(TestPeer client, TestPeer server) throws TlsFailure {
    client.connection.start();
    server.connection.start();
    while (client.deliver(server) || server.deliver(client)) {
      // Each has said what it had.
    }
  }

  /// Gives what waits here to the other side.
  boolean deliver(TestPeer to) throws TlsFailure {
    ByteBuffer wire = ByteBuffer.allocate(1 << 20);
    connection.poll(wire);
    wire.flip();
    boolean any = wire.hasRemaining();
    while (wire.hasRemaining()) {
      to.connection.receive(wire, new ByteBuffer[] {to.received}, 0, 1);
      while (to.connection.hasMessage()) {
        to.connection.process();
      }
    }
    return any;
  }

  /// Sends data to the other side.
  void send(byte[] data, TestPeer to) throws TlsFailure {
    ByteBuffer src = ByteBuffer.wrap(data);
    ByteBuffer wire = ByteBuffer.allocate(1 << 20);
    connection.send(new ByteBuffer[] {src}, 0, 1, wire);
    wire.flip();
    while (wire.hasRemaining()) {
      to.connection.receive(wire, new ByteBuffer[] {to.received}, 0, 1);
      while (to.connection.hasMessage()) {
        to.connection.process();
      }
    }
  }

  /// What came from the other side, which is forgotten here.
  byte[] data() {
    received.flip();
    byte[] data = new byte[received.remaining()];
    received.get(data);
    received.clear();
    return data;
  }

  @Override
  public List<ServerName.Name> serverNames() {
    return serverNames;
  }

  @Override
  public @Nullable Credential credential(CredentialQuery query) {
    if (identity == null) {
      return null;
    }
    for (SignatureScheme scheme : query.schemes()) {
      if (Signatures.fits(scheme, identity.certificate().getPublicKey(), query.version())) {
        return new Credential(
            query.types().contains(CertificateType.X509)
                ? new Identity.Certified(List.of(identity.certificate()))
                : new Identity.RawKey(identity.certificate().getPublicKey()),
            identity.key());
      }
    }
    return null;
  }

  @Override
  public void verify(PeerIdentity peer) throws CertificateRejected {
    verified = peer;
  }

  @Override
  public boolean isServerFor(List<ServerName.Name> names) {
    return true;
  }

  @Override
  public @Nullable String selectProtocol(List<String> offered) {
    return offered.getLast();
  }

  @Override
  public @Nullable ResumableSession sessionToResume() {
    return offer;
  }

  @Override
  public void resumable(ResumableSession session) {
    sessions.addFirst(session);
  }

  @Override
  public void notResumable(ResumableSession session) {
    sessions.remove(session);
  }

  @Override
  public boolean stillTrusts(ResumableSession session, Identity client) {
    return true;
  }

  @Override
  public void failed() {}

  @Override
  public byte @Nullable [] earlyData(ResumableSession session) {
    return early;
  }

  @Override
  public void earlyDataAnswered(boolean accepted) {}

  @Override
  public void established(Negotiated negotiated) {}

  @Override
  public void ended(Ending ending) {
    endings.add(ending);
  }
}
