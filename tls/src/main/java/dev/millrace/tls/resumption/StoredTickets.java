package dev.millrace.tls.resumption;

import dev.millrace.tls.SessionStore;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.handshake.Tickets;
import dev.millrace.tls.wire.ProtocolVersion;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Names of sessions that the server stores: random bytes as a ticket in TLS 1.3, the session id in
/// TLS 1.2. A ticket is good for one connection, since it is taken out of the store; a session of
/// TLS 1.2 stays there.
///
/// Safe for use by several threads, as far as the store is.
public final class StoredTickets implements Tickets {
  private static final int TICKET_LENGTH = 32;

  private final SessionStore store;
  private final SecureRandom random;
  private final InstantSource clock;
  private final LongSupplier lifetime;
  private final OwnIdentities identities;

  /// @param lifetime of sessions in seconds
  public StoredTickets(
      SessionStore store,
      SecureRandom random,
      InstantSource clock,
      LongSupplier lifetime,
      OwnIdentities identities) {
    this.store = store;
    this.random = random;
    this.clock = clock;
    this.lifetime = lifetime;
    this.identities = identities;
  }

  @Override
  public byte[] issue(ResumableSession session) {
    byte[] ticket = new byte[TICKET_LENGTH];
    random.nextBytes(ticket);
    identities.keep(session);
    store.put(ticket, named(session, ticket, true));
    return ticket;
  }

  @Override
  public @Nullable ResumableSession redeem(byte[] ticket) {
    // What is there under the name may be a session of TLS 1.2, whose id anybody can see.
    return usable((ResumableSession) store.get(ticket), ProtocolVersion.TLS_1_3) == null
        ? null
        : usable((ResumableSession) store.take(ticket), ProtocolVersion.TLS_1_3);
  }

  /// There are no tickets in TLS 1.2: the session id does as well.
  @Override
  public @Nullable ResumableSession redeem12(byte[] ticket) {
    return null;
  }

  @Override
  public boolean sealsSessions() {
    return false;
  }

  @Override
  public boolean isDated(byte[] ticket) {
    return false;
  }

  @Override
  public boolean storesSessions() {
    return true;
  }

  @Override
  public void store12(byte[] sessionId, ResumableSession session) {
    identities.keep(session);
    store.put(sessionId, named(session, sessionId.clone(), false));
  }

  @Override
  public @Nullable ResumableSession find12(byte[] sessionId) {
    return usable((ResumableSession) store.get(sessionId), ProtocolVersion.TLS_1_2);
  }

  @Override
  public void remove(ResumableSession session) {
    store.remove(session.handle(), session);
  }

  /// A ticket that could be taken from the store was never used before.
  @Override
  public boolean isFirstUse(byte[] binder) {
    return true;
  }

  @Override
  public long lifetime() {
    return lifetime.getAsLong();
  }

  private static ResumableSession named(ResumableSession session, byte[] handle, boolean byTicket) {
    return new ResumableSession(
        session.version(),
        session.suite(),
        session.group(),
        session.secret(),
        handle,
        byTicket,
        session.creationTime(),
        session.receivedTime(),
        session.lifetime(),
        session.ageAdd(),
        session.maxEarlyData(),
        session.serverName(),
        session.applicationProtocol(),
        session.peer(),
        session.ocspResponses(),
        session.local(),
        session.localFingerprint(),
        session.attributes());
  }

  private @Nullable ResumableSession usable(
      @Nullable ResumableSession session, ProtocolVersion version) {
    return session != null
            && session.version() == version
            && session.isAlive(clock.millis())
            && SessionState.isValid(session)
        ? identities.complete(session)
        : null;
  }
}
