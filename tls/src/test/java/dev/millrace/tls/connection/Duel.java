package dev.millrace.tls.connection;

import dev.millrace.tls.connection.LyingPeer.Lie;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Policy;
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
  private byte[] unread = {};

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

  /// Lets both talk until neither has more to say, or the victim has had enough.
  Duel fight() throws TlsFailure {
    victim.connection().start();
    liar.start();
    return goOn();
  }

  /// Lets both talk on.
  Duel goOn() {
    int rounds = 0;
    boolean moved;
    do {
      moved = hearVictim();
      byte[] lies = liar.takeWire();
      moved |= lies.length > 0;
      tellVictim(lies);
      if (++rounds > MAX_ROUNDS) {
        throw new AssertionError("they do not come to an end");
      }
    } while (moved && failure() == null);
    return this;
  }

  /// Gives to the liar what the victim has said.
  boolean hearVictim() {
    ByteBuffer said = ByteBuffer.allocate(1 << 18);
    boolean any = victim.connection().poll(said) > 0;
    liar.receive(Arrays.copyOf(said.array(), said.position()));
    return any;
  }

  /// Gives bytes to the victim as a transport would: whole records, as long as it takes them.
  void tellVictim(byte[] bytes) {
    byte[] all = Arrays.copyOf(unread, unread.length + bytes.length);
    System.arraycopy(bytes, 0, all, unread.length, bytes.length);
    ByteBuffer in = ByteBuffer.wrap(all);
    Connection connection = victim.connection();
    try {
      int length = connection.recordLength(in);
      while (length > 0 && length <= in.remaining() && !connection.isInboundClosed()) {
        data.clear();
        connection.receive(in, new ByteBuffer[] {data}, 0, 1);
        while (connection.hasMessage()) {
          connection.process();
        }
        length = connection.isInboundClosed() ? -1 : connection.recordLength(in);
      }
    } catch (TlsFailure e) {
      // The connection has it too.
    }
    unread = Arrays.copyOfRange(all, in.position(), all.length);
  }
}
