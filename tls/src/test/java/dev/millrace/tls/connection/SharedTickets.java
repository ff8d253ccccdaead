package dev.millrace.tls.connection;

import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TicketKeys;
import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.handshake.Tickets;
import dev.millrace.tls.resumption.DisabledSessionStore;
import dev.millrace.tls.resumption.OwnIdentities;
import dev.millrace.tls.resumption.RotatingTicketKeys;
import dev.millrace.tls.resumption.SealedTickets;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// Tickets under keys that all processes have, and others may have too: what opens need not be what
/// this release has sealed.
final class SharedTickets {
  /// Always the same time.
  static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z"));

  private static final RotatingTicketKeys KEYS =
      new RotatingTicketKeys(foreseeable(), CLOCK, Duration.ofHours(1), () -> 3600);

  private static final OwnIdentities IDENTITIES = new OwnIdentities(List::of);
  private static final RotatingTicketKeys NEXT_KEYS =
      new RotatingTicketKeys(new SecureRandom(), CLOCK, Duration.ofHours(1), () -> 3600);

  private SharedTickets() {}

  /// Tickets that hold sessions.
  ///
  /// @param lifetime in seconds
  static Tickets tickets(long lifetime) {
    return tickets(KEYS, lifetime);
  }

  /// The same, once another key seals them.
  static Tickets replaced(long lifetime) {
    return tickets(new Replaced(), lifetime);
  }

  private record Replaced() implements TicketKeys {
    @Override
    public TicketKey current() {
      return NEXT_KEYS.current();
    }

    @Override
    public @Nullable TicketKey named(byte[] name) {
      TicketKey next = NEXT_KEYS.named(name);
      return next == null ? KEYS.named(name) : next;
    }
  }

  private static Tickets tickets(TicketKeys keys, long lifetime) {
    return new SealedTickets(
        keys, DisabledSessionStore.INSTANCE, TestPeer.CRYPTO, CLOCK, () -> lifetime, IDENTITIES);
  }

  /// What a client that has a ticket offers: it knows the session in it, if there is one of a
  /// version, or else has another.
  ///
  /// @param content of the ticket
  /// @param session that this is, or null
  static ResumableSession offer(
      byte[] content, @Nullable ResumableSession session, ProtocolVersion version) {
    boolean known = session != null && session.version() == version;
    ResumableSession base = known ? session : another(version);
    return new ResumableSession(
        version,
        base.suite(),
        base.group(),
        base.secret(),
        seal(content, version),
        true,
        CLOCK.millis(),
        CLOCK.millis(),
        3600,
        base.ageAdd(),
        base.maxEarlyData(),
        base.serverName(),
        base.applicationProtocol(),
        base.peer(),
        List.of(),
        null,
        new ConcurrentHashMap<>());
  }

  private static ResumableSession another(ProtocolVersion version) {
    CipherSuite suite =
        switch (version) {
          case TLS_1_2 -> CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384;
          case TLS_1_3 -> CipherSuite.TLS_AES_256_GCM_SHA384;
        };
    return new ResumableSession(
        version,
        suite,
        null,
        new Secret(new byte[48]),
        new byte[0],
        true,
        0,
        0,
        0,
        0,
        Scenario.MAX_EARLY_DATA,
        null,
        null,
        null,
        List.of(),
        null,
        new ConcurrentHashMap<>());
  }

  /// A ticket that opens, whatever is in it.
  private static byte[] seal(byte[] content, ProtocolVersion version) {
    TicketKey key = KEYS.current();
    byte[] nonce = new byte[AeadAlgorithm.NONCE_LENGTH];
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key.key().getEncoded(), "AES"),
          new GCMParameterSpec(8 * AeadAlgorithm.TAG_LENGTH, nonce),
          TestPeer.CRYPTO.random());
      cipher.updateAAD(key.name());
      cipher.updateAAD(new byte[] {(byte) (version.code() >>> 8), (byte) version.code()});
      byte[] sealed = cipher.doFinal(content);
      return ByteBuffer.allocate(TicketKey.NAME_LENGTH + nonce.length + sealed.length)
          .put(key.name())
          .put(nonce)
          .put(sealed)
          .array();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SecureRandom foreseeable() {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(1);
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
