package dev.millrace.tls.connection;

import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// What fuzzers call with bytes. Whatever the bytes are, it comes to its end, and if it throws,
/// that is a finding.
enum FuzzTarget {
  /// Bytes are a version and a handshake message.
  MESSAGE {
    @Override
    void take(byte[] input) throws TlsFailure {
      if (input.length == 0) {
        return;
      }
      ProtocolVersion version = VERSIONS[Math.floorMod(input[0], VERSIONS.length)];
      HandshakeMessage message;
      try {
        message = HandshakeMessage.parse(Arrays.copyOfRange(input, 1, input.length), version);
      } catch (PeerMisbehaved e) {
        return;
      }
      byte[] written = message.encode();
      require(Arrays.equals(HandshakeMessage.parse(written, version).encode(), written));
    }
  },

  /// Bytes are a session, as it comes out of a ticket or of a store of the application's.
  SESSION {
    @Override
    void take(byte[] input) {
      ResumableSession session;
      try {
        session = ResumableSession.decode(input);
      } catch (IllegalArgumentException e) {
        return;
      }
      require(Arrays.equals(ResumableSession.decode(session.encode()).encode(), session.encode()));
    }
  },

  /// Bytes are what a client receives at once.
  CLIENT_INPUT {
    @Override
    void take(byte[] input) throws TlsFailure {
      Duel duel = Duel.of(Scenario.EVERYTHING, true, LyingPeer.NONE);
      duel.victim().start();
      tell(duel, input);
    }
  },

  /// Bytes are what a server receives at once.
  SERVER_INPUT {
    @Override
    void take(byte[] input) throws TlsFailure {
      Duel duel = Duel.of(Scenario.EVERYTHING, false, LyingPeer.NONE);
      duel.victim().start();
      tell(duel, input);
    }
  },

  /// Bytes are a scenario, a side, and [Mutations] of what the other side says in the handshake,
  /// properly sealed.
  HANDSHAKE {
    @Override
    void take(byte[] input) throws TlsFailure {
      if (input.length < 2) {
        return;
      }
      Scenario scenario = SCENARIOS[Math.floorMod(input[0], SCENARIOS.length)];
      Duel duel = Duel.of(scenario, (input[1] & 1) == 0, new Mutations(input, 2));
      duel.fight();
      requireEnd(duel);
    }
  };

  private static final ProtocolVersion[] VERSIONS = ProtocolVersion.values();
  private static final Scenario[] SCENARIOS = Scenario.values();

  abstract void take(byte[] input) throws TlsFailure;

  private static void tell(Duel duel, byte[] input) {
    duel.tellVictim(input);
    requireEnd(duel);
  }

  /// The victim waits for more, is done, or has failed and says why.
  private static void requireEnd(Duel duel) {
    TlsFailure failure = duel.failure();
    Connection victim = duel.victim();
    if (failure == null) {
      return;
    }
    require(victim.isInboundClosed() && victim.isOutboundClosed());
    require(failure.alert() == null || victim.poll(ByteBuffer.allocate(1 << 16)) > 0);
    require(!victim.isHandshaking());
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw new AssertionError("not as it should be");
    }
  }
}
