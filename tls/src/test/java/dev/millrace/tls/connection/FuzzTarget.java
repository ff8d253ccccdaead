package dev.millrace.tls.connection;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.handshake.Limits;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.message.HandshakeMessage;
import dev.millrace.tls.testing.Allocation;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What fuzzers call with bytes. Whatever the bytes are, it comes to its end, fails as a connection
/// fails, if at all, and takes no more memory than befits their number; if it throws, that is a
/// finding.
enum FuzzTarget {
  /// Bytes are a version and a handshake message.
  MESSAGE {
    @Override
    long excess(byte[] input) throws TlsFailure {
      if (input.length == 0) {
        return 0;
      }
      ProtocolVersion version = of(VERSIONS, input[0]);
      byte[] encoding = Arrays.copyOfRange(input, 1, input.length);
      Allocation allocation = new Allocation();
      HandshakeMessage message = null;
      allocation.resume();
      try {
        message = HandshakeMessage.parse(encoding, version);
      } catch (PeerMisbehaved e) {
        // What is no message is refused.
      }
      allocation.pause();
      if (message != null) {
        byte[] written = message.encode();
        require(
            Arrays.equals(HandshakeMessage.parse(written, version).encode(), written),
            "read again, it differs");
      }
      return beyond(allocation.bytes(), PARSED, encoding.length);
    }
  },

  /// Bytes are a session, as it comes out of a ticket or of a store of the application's.
  SESSION {
    @Override
    long excess(byte[] input) {
      Allocation allocation = new Allocation();
      allocation.resume();
      ResumableSession session = decode(input);
      allocation.pause();
      if (session != null) {
        byte[] encoded = session.encode();
        require(
            Arrays.equals(ResumableSession.decode(encoded).encode(), encoded),
            "read again, it differs");
      }
      return beyond(allocation.bytes(), PARSED, input.length);
    }
  },

  /// Bytes are a scenario and what a client receives at once.
  CLIENT_INPUT {
    @Override
    long excess(byte[] input) throws TlsFailure {
      return tell(input, true);
    }
  },

  /// Bytes are a scenario and what a server receives at once.
  SERVER_INPUT {
    @Override
    long excess(byte[] input) throws TlsFailure {
      return tell(input, false);
    }
  },

  /// Bytes are a scenario, a side, and [Mutations] of what the other side says in the handshake,
  /// properly sealed.
  HANDSHAKE {
    @Override
    long excess(byte[] input) throws TlsFailure {
      if (input.length < 2) {
        return 0;
      }
      boolean client = isEven(input[1]);
      return ended(Duel.of(of(SCENARIOS, input[0]), client, new Mutations(input, 2)).fight());
    }
  },

  /// Bytes are a scenario, a side, and [Moves] of both sides, from the first message to the last.
  CONVERSATION {
    @Override
    long excess(byte[] input) throws TlsFailure {
      if (input.length < 2) {
        return 0;
      }
      Duel duel = Duel.of(of(SCENARIOS, input[0]), isEven(input[1]), LyingPeer.NONE);
      duel.start();
      Moves.make(duel, input, 2);
      return ended(duel);
    }
  },

  /// Bytes are a scenario, a side, and a session of another release: to a server it comes in a
  /// ticket that opens, to a client out of a store.
  TICKET {
    @Override
    long excess(byte[] input) throws TlsFailure {
      if (input.length < 2) {
        return 0;
      }
      Scenario scenario = of(SCENARIOS, input[0]);
      byte[] content = Arrays.copyOfRange(input, 2, input.length);
      ResumableSession session = decode(content);
      if (isEven(input[1])) {
        return session == null ? 0 : ended(Duel.withClient(session, scenario).fight());
      }
      ResumableSession offered = SharedTickets.offer(content, session, scenario.version());
      return ended(Duel.withServer(offered, scenario).fight());
    }
  };

  private static final ProtocolVersion[] VERSIONS = ProtocolVersion.values();
  private static final Scenario[] SCENARIOS = Scenario.values();

  /// Bytes that may be allocated in any case: for what is parsed, and for a connection, most of
  /// which is what the JCA takes for keys, signatures and certificates.
  private static final long PARSED = 1 << 16;

  private static final long CONNECTION = 1 << 20;

  /// Bytes that may be allocated for each that was received.
  private static final long PER_BYTE = 64;

  /// Takes an input.
  ///
  /// @throws AssertionError if anything of it is not as it should be
  void take(byte[] input) throws TlsFailure {
    // The first time, it may be the classes.
    if (excess(input) > 0) {
      long excess = excess(input);
      require(excess <= 0, excess + " bytes too many");
    }
  }

  /// Takes an input.
  ///
  /// @return by how many bytes more was allocated than befits it, if that is more than 0
  abstract long excess(byte[] input) throws TlsFailure;

  private static <T> T of(T[] values, byte which) {
    return values[Math.floorMod(which, values.length)];
  }

  private static boolean isEven(byte value) {
    return (value & 1) == 0;
  }

  private static @Nullable ResumableSession decode(byte[] input) {
    try {
      return ResumableSession.decode(input);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static long tell(byte[] input, boolean client) throws TlsFailure {
    if (input.length == 0) {
      return 0;
    }
    Duel duel = Duel.of(of(SCENARIOS, input[0]), client, LyingPeer.NONE);
    duel.startVictim();
    duel.tellVictim(Arrays.copyOfRange(input, 1, input.length));
    return ended(duel);
  }

  /// The victim waits for more, is done, or has failed for something that is the peer's fault and
  /// has said so.
  private static long ended(Duel duel) {
    require(!duel.failedSilently(), "no alert");
    TlsFailure failure = duel.failure();
    if (failure != null) {
      Connection victim = duel.victim();
      require(!(failure instanceof LocalFailure), failure.getMessage());
      require(victim.isInboundClosed() && victim.isOutboundClosed(), "still open");
      require(!victim.isHandshaking(), "still handshaking");
    }
    int message = Limits.DEFAULT.handshakeMessage();
    return beyond(duel.allocated(), CONNECTION, message + duel.told());
  }

  private static long beyond(long allocated, long base, long bytes) {
    return allocated - base - PER_BYTE * bytes;
  }

  private static void require(boolean condition, @Nullable String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
