package dev.millrace.tls.connection;

import dev.millrace.tls.connection.LyingPeer.Lie;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.testing.Allocation;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A connection and the liar that it talks to.
///
/// Not safe for use by several threads.
final class Duel {
  /// More rounds than any handshake takes, whatever is said in it.
  private static final int MAX_ROUNDS = 100;

  private final TestPeer victim;
  private final LyingPeer liar;
  private final ByteBuffer data = ByteBuffer.allocate(1 << 17);
  private final ByteBuffer said = ByteBuffer.allocate(1 << 17);
  private final Allocation allocation = new Allocation();
  private byte[] unread = {};
  private long told;
  private boolean silent;

  private Duel(TestPeer victim, LyingPeer liar) {
    this.victim = victim;
    this.liar = liar;
  }

  /// A duel for each side of a scenario.
  static Duel of(Scenario scenario, boolean victimIsClient, Lie lie) {
    return victimIsClient
        ? new Duel(
            scenario.client(), LyingPeer.server(scenario.serverPolicy(), scenario.server(), lie))
        : new Duel(
            scenario.server(), LyingPeer.client(scenario.clientPolicy(), scenario.client(), lie));
  }

  /// A duel with a server of another policy.
  static Duel withServer(Policy policy, Scenario scenario, Lie lie) {
    return new Duel(
        TestPeer.server(policy, Scenario.identity()),
        LyingPeer.client(scenario.clientPolicy(), scenario.client(), lie));
  }

  /// A duel of a client with a server of another policy, that lies.
  static Duel withLyingServer(Policy policy, Scenario scenario, Lie lie) {
    return new Duel(scenario.client(), LyingPeer.server(policy, scenario.server(), lie));
  }

  /// A duel with a client that offers another session.
  static Duel withClient(ResumableSession session, Scenario scenario) {
    return new Duel(
        scenario.client().offering(session),
        LyingPeer.server(scenario.serverPolicy(), scenario.server(), LyingPeer.NONE));
  }

  /// A duel of a server with a client that offers another session.
  static Duel withServer(ResumableSession session, Scenario scenario) {
    return new Duel(
        scenario.server(),
        LyingPeer.client(
            scenario.clientPolicy(), scenario.client().offering(session), LyingPeer.NONE));
  }

  Connection victim() {
    return victim.connection();
  }

  LyingPeer liar() {
    return liar;
  }

  /// The failure of the victim, or null as long as it has none.
  @Nullable TlsFailure failure() {
    return victim.connection().failure();
  }

  /// Bytes that the victim has been told.
  long told() {
    return told;
  }

  /// Bytes that the victim has allocated since it started, for all that it was told.
  long allocated() {
    return allocation.bytes();
  }

  /// Whether the victim failed without the alert that it owes to its peer.
  boolean failedSilently() {
    return silent;
  }

  /// Lets both talk until neither has more to say, or the victim has had enough.
  Duel fight() throws TlsFailure {
    start();
    return goOn();
  }

  /// Has both say what they say before they have heard anything.
  void start() throws TlsFailure {
    startVictim();
    liar.start();
  }

  void startVictim() throws TlsFailure {
    allocation.resume();
    victim.connection().start();
    allocation.pause();
  }

  /// Lets both talk on.
  Duel goOn() {
    int rounds = 0;
    boolean moved;
    do {
      moved = exchange();
      if (++rounds > MAX_ROUNDS) {
        throw new AssertionError("they do not come to an end");
      }
    } while (moved && failure() == null);
    return this;
  }

  /// Gives to each what the other has said.
  ///
  /// @return whether either has said anything
  boolean exchange() {
    boolean any = hearVictim();
    byte[] lies = liar.takeWire();
    tellVictim(lies);
    return any || lies.length > 0;
  }

  /// Gives to the liar what the victim has said.
  boolean hearVictim() {
    said.clear();
    boolean any = victim.connection().poll(said) > 0;
    tellLiar();
    return any;
  }

  /// Gives bytes to the victim as a transport would: whole records, as long as it takes them.
  void tellVictim(byte[] bytes) {
    told += bytes.length;
    byte[] all = Arrays.copyOf(unread, unread.length + bytes.length);
    System.arraycopy(bytes, 0, all, unread.length, bytes.length);
    ByteBuffer in = ByteBuffer.wrap(all);
    Connection connection = victim.connection();
    boolean canAnswer = !connection.isOutboundClosed();
    allocation.resume();
    try {
      receive(in);
    } catch (TlsFailure e) {
      silent |= canAnswer && e.alert() != null && !connection.hasOutgoing();
    }
    allocation.pause();
    unread = Arrays.copyOfRange(all, in.position(), all.length);
  }

  private void receive(ByteBuffer in) throws TlsFailure {
    Connection connection = victim.connection();
    int length = connection.recordLength(in);
    while (length > 0 && length <= in.remaining() && !connection.isInboundClosed()) {
      data.clear();
      connection.receive(in, new ByteBuffer[] {data}, 0, 1);
      while (connection.hasMessage()) {
        connection.process();
      }
      length = connection.isInboundClosed() ? -1 : connection.recordLength(in);
    }
  }

  /// Has the victim send some data, if it can.
  void victimSends(int bytes) throws TlsFailure {
    Connection connection = victim.connection();
    if (connection.canSend() && !connection.isOutboundClosed()) {
      said.clear();
      connection.send(new ByteBuffer[] {ByteBuffer.allocate(bytes)}, 0, 1, said);
      tellLiar();
    }
  }

  private void tellLiar() {
    liar.receive(Arrays.copyOf(said.array(), said.position()));
  }

  /// Nothing comes to the victim any more.
  void endTransport() {
    try {
      victim.connection().receivedEnd();
    } catch (TlsFailure e) {
      // The connection has it too.
    }
  }
}
