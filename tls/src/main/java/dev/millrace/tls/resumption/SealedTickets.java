package dev.millrace.tls.resumption;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.TicketKey;
import dev.millrace.tls.TicketKeys;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.handshake.Tickets;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.ProtocolVersion;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.function.LongSupplier;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
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
  private static final int HEADER_LENGTH = TicketKey.NAME_LENGTH + AeadAlgorithm.NONCE_LENGTH;
  private static final int MAX_LENGTH = 65535;

  private final TicketKeys keys;
  private final CryptoServices crypto;
  private final InstantSource clock;
  private final LongSupplier lifetime;
  private final OwnIdentities identities;
  private final StoredTickets withoutTickets;
  private final EarlyDataRegister earlyData;

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
    byte[] header = crypto.randomBytes(HEADER_LENGTH);
    System.arraycopy(key.name(), 0, header, 0, TicketKey.NAME_LENGTH);
    identities.keep(session);
    byte[] plain = session.encode();
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, header, session.version()).doFinal(plain);
      int length = header.length + sealed.length;
      return length > MAX_LENGTH
          ? null
          : ByteBuffer.allocate(length).put(header).put(sealed).array();
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
    if (ticket.length < HEADER_LENGTH + AeadAlgorithm.TAG_LENGTH) {
      return null;
    }
    byte[] header = Arrays.copyOf(ticket, HEADER_LENGTH);
    TicketKey key = keys.named(Arrays.copyOf(ticket, TicketKey.NAME_LENGTH));
    if (key == null) {
      return null;
    }
    try {
      byte[] plain =
          cipher(Cipher.DECRYPT_MODE, key, header, version)
              .doFinal(ticket, HEADER_LENGTH, ticket.length - HEADER_LENGTH);
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

  private Cipher cipher(int mode, TicketKey key, byte[] header, ProtocolVersion version)
      throws GeneralSecurityException {
    byte[] raw = key.key().getEncoded();
    // A key without an encoding lives in a token, and the provider is found by the key.
    Cipher cipher =
        raw == null
            ? Cipher.getInstance("AES/GCM/NoPadding")
            : crypto.aeadCipher(AeadAlgorithm.AES_256_GCM);
    GCMParameterSpec nonce =
        new GCMParameterSpec(
            8 * AeadAlgorithm.TAG_LENGTH,
            header,
            TicketKey.NAME_LENGTH,
            AeadAlgorithm.NONCE_LENGTH);
    cipher.init(mode, raw == null ? key.key() : new SecretKeySpec(raw, "AES"), nonce);
    if (raw != null) {
      Arrays.fill(raw, (byte) 0);
    }
    cipher.updateAAD(header, 0, TicketKey.NAME_LENGTH);
    cipher.updateAAD(new byte[] {(byte) (version.code() >>> 8), (byte) version.code()});
    return cipher;
  }
}
