package dev.millrace.tls.jsse;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.Resumption;
import dev.millrace.tls.SessionStore;
import dev.millrace.tls.TicketKeys;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfig.Sessions;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.handshake.Tickets;
import dev.millrace.tls.resumption.BoundedSessionStore;
import dev.millrace.tls.resumption.BoundedTicketStore;
import dev.millrace.tls.resumption.ClientSessions;
import dev.millrace.tls.resumption.DisabledSessionStore;
import dev.millrace.tls.resumption.GuardedSessionStore;
import dev.millrace.tls.resumption.OwnIdentities;
import dev.millrace.tls.resumption.RotatingTicketKeys;
import dev.millrace.tls.resumption.SealedTickets;
import dev.millrace.tls.resumption.StoredTickets;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// What all connections of an SSLContext share.
///
/// Immutable, but for the sessions in it. Safe for use by several threads.
final class TlsContext {
  /// Hosts of which a client remembers in what forms it asks for them.
  private static final int HOSTS = 256;

  private final TlsConfig config;
  private final SystemSettings system;
  private final KeySelection keys;
  private final TrustVerification trust;
  private final CryptoServices crypto;
  private final TlsSessionContext serverSessions;
  private final TlsSessionContext clientSessions;
  private final ClientSessions resumableByClients;
  private final PolicyCompiler clientPolicies;
  private final PolicyCompiler serverPolicies;
  private final SessionCache<String, ServerNames> namesOfHosts =
      SessionCache.bounded(HOSTS, ChronoUnit.FOREVER.getDuration());
  private final Parameters clientDefaults;
  private final Parameters serverDefaults;

  TlsContext(
      ContextKind kind,
      TlsConfig config,
      SystemSettings system,
      KeySelection keys,
      TrustVerification trust,
      CryptoServices crypto) {
    this.config = config;
    this.system = system;
    this.keys = keys;
    this.trust = trust;
    this.crypto = crypto;
    serverSessions = sessions(config.serverSessions(), BoundedSessionStore::new);
    clientSessions = sessions(config.clientSessions(), BoundedTicketStore::new);
    resumableByClients =
        new ClientSessions(
            clientSessions.store(), config.clock(), clientSessions::getSessionTimeout);
    Tickets tickets = tickets();
    clientPolicies = new PolicyCompiler(Role.CLIENT, crypto, config, system, tickets, keys, trust);
    serverPolicies = new PolicyCompiler(Role.SERVER, crypto, config, system, tickets, keys, trust);
    clientDefaults =
        defaults(system.clientSuites(), system.clientProtocols(), kind.clientProtocols());
    serverDefaults =
        defaults(system.serverSuites(), system.serverProtocols(), SupportedNames.protocols());
  }

  TlsConfig config() {
    return config;
  }

  SystemSettings system() {
    return system;
  }

  KeySelection keys() {
    return keys;
  }

  TrustVerification trust() {
    return trust;
  }

  CryptoServices crypto() {
    return crypto;
  }

  /// What JSSE sees of the sessions of one side.
  TlsSessionContext sessions(Role role) {
    return role == Role.CLIENT ? clientSessions : serverSessions;
  }

  ClientSessions resumableByClients() {
    return resumableByClients;
  }

  /// What an endpoint starts with.
  Parameters defaults(Role role) {
    return role == Role.CLIENT ? clientDefaults : serverDefaults;
  }

  /// What the parameters of one side's connections are compiled by.
  PolicyCompiler policies(Role role) {
    return role == Role.CLIENT ? clientPolicies : serverPolicies;
  }

  /// The names by which a server is asked for where the application sets none.
  ServerNames serverNames(Peer peer) {
    String host = peer.host();
    if (host == null) {
      return ServerNames.NONE;
    }
    ServerNames names = namesOfHosts.get(host);
    if (names == null) {
      names = peer.serverNames();
      namesOfHosts.put(host, names);
    }
    return names;
  }

  /// Milliseconds since the epoch.
  long now() {
    return config.clock().millis();
  }

  private TlsSessionContext sessions(
      Sessions where, BiFunction<Integer, Duration, SessionStore> bounded) {
    Duration timeout = Duration.ofSeconds(system.sessionTimeout());
    return switch (where) {
      case Sessions.Bounded(int capacity, Duration lifetime) ->
          new TlsSessionContext(this, bounded.apply(capacity, lifetime), lifetime);
      case Sessions.Stored(SessionStore store) ->
          new TlsSessionContext(this, new GuardedSessionStore(store, config.clock()), timeout);
      case Sessions.Disabled() ->
          new TlsSessionContext(this, DisabledSessionStore.INSTANCE, timeout);
      case Sessions.AsInJsse() -> {
        int size = system.sessionCacheSize();
        SessionStore store = bounded.apply(size == 0 ? Integer.MAX_VALUE : size, timeout);
        yield new TlsSessionContext(this, store, timeout);
      }
    };
  }

  private Tickets tickets() {
    Resumption resumption = config.resumption();
    OwnIdentities identities = new OwnIdentities(keys::ofServer);
    return switch (resumption) {
      case NONE -> Tickets.none();
      case STATEFUL ->
          new StoredTickets(
              serverSessions.store(),
              crypto.random(),
              config.clock(),
              serverSessions::lifetime,
              identities);
      case STATELESS ->
          new SealedTickets(
              ticketKeys(),
              serverSessions.store(),
              crypto,
              config.clock(),
              serverSessions::lifetime,
              identities);
    };
  }

  private TicketKeys ticketKeys() {
    TicketKeys given = config.ticketKeys();
    return given != null
        ? given
        : new RotatingTicketKeys(
            crypto.random(), config.clock(), config.ticketKeyPeriod(), serverSessions::lifetime);
  }

  private Parameters defaults(
      @Nullable List<String> suites,
      @Nullable List<String> protocols,
      List<String> protocolsOtherwise) {
    AlgorithmRules rules = AlgorithmRules.of(system.disabledAlgorithms(), null);
    List<String> goodSuites =
        suiteNames(suites).stream()
            .filter(SupportedNames.suites()::contains)
            .filter(each -> isUsable(CipherSuite.valueOf(each), rules))
            .toList();
    List<String> goodProtocols =
        (protocols == null ? protocolsOtherwise : protocols)
            .stream().filter(each -> isUsable(each, rules)).toList();
    return Parameters.of(goodSuites, goodProtocols);
  }

  /// As configured, or else as the system properties say, or else all.
  private List<String> suiteNames(@Nullable List<String> ofSystem) {
    List<String> configured = config.cipherSuites();
    if (configured != null) {
      return configured;
    }
    return ofSystem == null ? SupportedNames.suites() : ofSystem;
  }

  private boolean isUsable(CipherSuite suite, AlgorithmRules rules) {
    return crypto.supports(suite) && rules.permits(suite);
  }

  private static boolean isUsable(String protocol, AlgorithmRules rules) {
    ProtocolVersion version = ProtocolVersion.ofJsseName(protocol);
    return version != null && rules.permits(version);
  }
}
