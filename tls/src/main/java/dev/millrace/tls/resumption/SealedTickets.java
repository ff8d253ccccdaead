package dev.millrace.tls.resumption;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TicketKeys;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.handshake.Tickets;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Tickets that hold the session itself, encrypted, so that the server keeps nothing:
///
/// ```
/// opaque name[16];        which key, see TicketKey
/// opaque nonce[12];       random
/// opaque sealed[n];       AES-256-GCM of ResumableSession.encode, with its tag
/// ```
///
/// The name and the version of TLS are authenticated along, so that a ticket of one version opens
/// nothing in the other. A random nonce is good for 2^32 tickets under one key (NIST SP 800-38D,
/// section 8.3), far more than one key seals in its hour.
///
/// A ticket may be used more than once: that nothing is remembered of it is its purpose. A client
/// that is replayed gains nothing, since every connection exchanges fresh keys.
///
/// Safe for use by several threads.
public final class SealedTickets implements Tickets {
  private static final int MAX_LENGTH = 65535;

  private final TicketKeys keys;
  private final CryptoServices crypto;
  private final InstantSource clock;
  private final LongSupplier lifetime;
  private final OwnIdentities identities;
  private final StoredTickets withoutTickets;
  private final EarlyDataRegister earlyData;

  /// Of the key that sealed last.
  private volatile @Nullable TicketCipher latest;

  /// @param withoutTickets where sessions of TLS 1.2 go whose clients take no tickets
  /// @param lifetime of tickets in seconds
  public SealedTickets(
      TicketKeys keys,
      SessionStore withoutTickets,
      CryptoServices crypto,
      InstantSource clock,
      LongSupplier lifetime,
      OwnIdentities identities) {
    this.keys = keys;
    this.withoutTickets =
        new StoredTickets(withoutTickets, crypto.random(), clock, lifetime, identities);
    this.crypto = crypto;
    this.clock = clock;
    this.lifetime = lifetime;
    this.identities = identities;
    earlyData = new EarlyDataRegister(clock, keys instanceof RotatingTicketKeys);
  }

  @Override
  public byte @Nullable [] issue(ResumableSession session) {
    TicketKey key = keys.current();
    if (key == null) {
      return null;
    }
    identities.keep(session);
    byte[] plain = session.encode();
    try {
      byte[] ticket = cipher(key).seal(plain, session.version());
      return ticket.length > MAX_LENGTH ? null : ticket;
    } catch (GeneralSecurityException | IllegalStateException e) {
      return null;
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  @Override
  public @Nullable ResumableSession redeem(byte[] ticket) {
    return open(ticket, ProtocolVersion.TLS_1_3);
  }

  @Override
  public @Nullable ResumableSession redeem12(byte[] ticket) {
    return open(ticket, ProtocolVersion.TLS_1_2);
  }

  @Override
  public boolean sealsSessions() {
    return true;
  }

  @Override
  public boolean isDated(byte[] ticket) {
    TicketKey key = keys.current();
    int length = Math.min(ticket.length, TicketKey.NAME_LENGTH);
    return key != null && !Arrays.equals(key.name(), Arrays.copyOf(ticket, length));
  }

  @Override
  public boolean storesSessions() {
    return true;
  }

  @Override
  public void store12(byte[] sessionId, ResumableSession session) {
    withoutTickets.store12(sessionId, session);
  }

  @Override
  public @Nullable ResumableSession find12(byte[] sessionId) {
    return withoutTickets.find12(sessionId);
  }

  @Override
  public void remove(ResumableSession session) {
    withoutTickets.remove(session);
  }

  @Override
  public boolean isFirstUse(byte[] binder) {
    return earlyData.isFirst(binder);
  }

  @Override
  public long lifetime() {
    return lifetime.getAsLong();
  }

  private @Nullable ResumableSession open(byte[] ticket, ProtocolVersion version) {
    if (ticket.length < TicketCipher.HEADER_LENGTH + AeadAlgorithm.TAG_LENGTH) {
      return null;
    }
    TicketKey key = keys.named(Arrays.copyOf(ticket, TicketKey.NAME_LENGTH));
    if (key == null) {
      return null;
    }
    try {
      TicketCipher current = latest;
      TicketCipher cipher =
          current != null && current.isOf(key) ? current : new TicketCipher(key, crypto);
      byte[] plain = cipher.open(ticket, version);
      ResumableSession session = decodeAndWipe(plain);
      boolean isGood = session.version() == version && session.isAlive(clock.millis());
      return isGood ? identities.complete(session) : null;
    } catch (GeneralSecurityException | IllegalArgumentException | IllegalStateException e) {
      // Forged, of another release, or its key has just been zeroed: no ticket of ours any more.
      return null;
    }
  }

  private static ResumableSession decodeAndWipe(byte[] plain) {
    try {
      return ResumableSession.decode(plain);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  /// That of the current key: which replaces the one before, with all that knew its key.
  private TicketCipher cipher(TicketKey key) {
    TicketCipher there = latest;
    if (there == null || !there.isOf(key)) {
      there = new TicketCipher(key, crypto);
      latest = there;
    }
    return there;
  }
}
