package dev.millrace.tls.jsse;

import dev.millrace.cache.SessionCache;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.handshake.CertificatePreferences;
import dev.millrace.tls.handshake.ClientAuthentication;
import dev.millrace.tls.handshake.Limits;
import dev.millrace.tls.handshake.Policy;
import dev.millrace.tls.handshake.PolicyBuilder;
import dev.millrace.tls.handshake.Tickets;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.AlgorithmConstraints;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes the policies of one side of parameters, and gives the same policy for equal parameters:
/// what a connection costs must not depend on how much is configured.
///
/// Policies are kept by what they depend on, in a bounded cache, since nothing keeps an application
/// from making new parameters for each connection. Mostly, one connection has the parameters of the
/// one before, and the very same objects in them, which is all that is looked at then.
///
/// Safe for use by several threads.
final class PolicyCompiler {
  private static final int KEPT = 256;

  /// What a record of either version has beside its plaintext, at most: the header, an explicit
  /// nonce, the tag and the content type.
  private static final int RECORD_OVERHEAD = 5 + 8 + 16 + 1;

  private static final int MAX_FRAGMENT = 16384;

  private final Role role;
  private final CryptoServices crypto;
  private final TlsConfig config;
  private final SystemSettings system;
  private final Tickets tickets;
  private final KeySelection keys;
  private final TrustVerification trust;
  private final AlgorithmRules systemRules;
  private final SessionCache<Key, Policy> policies =
      SessionCache.bounded(KEPT, ChronoUnit.FOREVER.getDuration());
  private volatile @Nullable Compiled latest;

  /// What of the parameters a policy depends on.
  private record Key(
      List<String> suites,
      List<String> protocols,
      ClientAuthentication clientAuthentication,
      @Nullable AlgorithmConstraints constraints,
      boolean ownOrder,
      int maxPacketSize,
      List<String> applicationProtocols,
      @Nullable List<String> schemes,
      @Nullable List<String> groups) {
    static Key of(Parameters parameters) {
      return new Key(
          parameters.suites(),
          parameters.protocols(),
          parameters.clientAuthentication(),
          parameters.constraints(),
          parameters.useSuitesOrder(),
          parameters.maxPacketSize(),
          parameters.applicationProtocols(),
          parameters.schemes(),
          parameters.groups());
    }
  }

  private record Compiled(Parameters parameters, Key key, Policy policy) {}

  PolicyCompiler(
      Role role,
      CryptoServices crypto,
      TlsConfig config,
      SystemSettings system,
      Tickets tickets,
      KeySelection keys,
      TrustVerification trust) {
    this.role = role;
    this.crypto = crypto;
    this.config = config;
    this.system = system;
    this.tickets = tickets;
    this.keys = keys;
    this.trust = trust;
    this.systemRules = AlgorithmRules.of(system.disabledAlgorithms(), null);
  }

  /// The parameters of the connection that was made last, or null if there was none.
  @Nullable Parameters latest() {
    Compiled there = latest;
    return there == null ? null : there.parameters;
  }

  /// The policy of a connection.
  Policy policy(Parameters parameters) {
    Compiled before = latest;
    if (before != null && before.parameters.equals(parameters)) {
      return before.policy;
    }
    Key key = Key.of(parameters);
    Policy policy = before != null && before.key.equals(key) ? before.policy : policies.get(key);
    if (policy == null) {
      policy = compile(parameters);
      policies.put(key, policy);
    }
    latest = new Compiled(parameters, key, policy);
    return policy;
  }

  private Policy compile(Parameters parameters) {
    AlgorithmRules rules = systemRules.with(parameters.constraints());
    List<CipherSuite> suites =
        chosen(parameters.suites(), CipherSuite::ofName, each -> crypto.supports(each))
            .filter(rules::permits)
            .toList();
    List<ProtocolVersion> versions =
        chosen(parameters.protocols(), ProtocolVersion::ofJsseName, rules::permits)
            .filter(version -> suites.stream().anyMatch(suite -> suite.version() == version))
            .toList();
    List<NamedGroup> groups =
        chosen(groupNames(parameters), NamedGroup::ofName, crypto::supports)
            .filter(rules::permits)
            .toList();
    List<SignatureScheme> schemes =
        chosen(schemeNames(parameters), SignatureScheme::ofName, crypto::supports)
            .filter(rules::permitsForCertificates)
            .toList();
    PolicyBuilder builder =
        new PolicyBuilder(crypto)
            .clock(config.clock())
            .versions(versions)
            .suites(suites, parameters.useSuitesOrder())
            .groups(groups, keyShares(groups, config.keyShareGroups()))
            .schemes(
                schemes.stream().filter(rules::permitsForHandshakes).toList(),
                schemes,
                signing(schemes).filter(rules::permitsForHandshakes).toList())
            .applicationProtocols(parameters.applicationProtocols())
            .maxFragment(maxFragment(parameters.maxPacketSize()));
    return (role == Role.CLIENT
            ? forClient(builder)
            : forServer(builder, parameters.clientAuthentication()))
        .build();
  }

  private PolicyBuilder forClient(PolicyBuilder builder) {
    return common(builder)
        .statusRequest(config.statusRequest())
        .offersTickets12(config.clientTickets())
        .limits(new Limits(system.handshakeMessage(), system.serverChain()));
  }

  private PolicyBuilder forServer(PolicyBuilder builder, ClientAuthentication authentication) {
    boolean asks = authentication != ClientAuthentication.NONE;
    return common(builder)
        .clientAuthentication(authentication, asks ? trust.authorities() : List.of())
        .tickets(tickets, config.ticketCount())
        .maxEarlyData(config.maxEarlyData())
        .limits(new Limits(system.handshakeMessage(), system.clientChain()));
  }

  private PolicyBuilder common(PolicyBuilder builder) {
    return builder
        .recordSizeLimit(config.recordSizeLimit())
        .paddingBlock(config.paddingBlock())
        .grease(config.grease())
        .compatibilityMode(system.compatibilityMode())
        .certificateCompressions(config.certificateCompressions())
        .certificatePreferences(new CertificatePreferences(keys.types(), trust.types()))
        .externalPsks(config.externalPsks())
        .keyLog(config.keyLog());
  }

  /// Those that are configured, or else the first hybrid group and the first other one: whether or
  /// not a peer has ML-KEM, it needs no second round trip, and a key pair of X25519 serves both.
  private static List<NamedGroup> keyShares(
      List<NamedGroup> groups, @Nullable List<String> configured) {
    if (configured != null) {
      // RFC 8446, section 4.2.8: "Each KeyShareEntry value MUST correspond to a group offered in
      // the "supported_groups" extension and MUST appear in the same order."
      return groups.stream().filter(group -> configured.contains(group.wireName())).toList();
    }
    List<NamedGroup> shares = new ArrayList<>();
    for (NamedGroup group : groups) {
      if (shares.stream().noneMatch(each -> each.usableInTls12() == group.usableInTls12())) {
        shares.add(group);
      }
    }
    return shares;
  }

  private List<String> groupNames(Parameters parameters) {
    return firstOf(
        parameters.groups(),
        config.groups(),
        system.groups(),
        Arrays.stream(NamedGroup.values()).map(NamedGroup::wireName).toList());
  }

  private List<String> schemeNames(Parameters parameters) {
    return firstOf(
        parameters.schemes(),
        role == Role.CLIENT ? system.clientSchemes() : system.serverSchemes(),
        null,
        Arrays.stream(SignatureScheme.values()).map(SignatureScheme::wireName).toList());
  }

  private Stream<SignatureScheme> signing(List<SignatureScheme> schemes) {
    List<String> names = config.signingSchemes();
    return names == null
        ? schemes.stream()
        : chosen(names, SignatureScheme::ofName, each -> crypto.supports(each));
  }

  private static List<String> firstOf(
      @Nullable List<String> first,
      @Nullable List<String> second,
      @Nullable List<String> third,
      List<String> otherwise) {
    return Stream.of(first, second, third).filter(Objects::nonNull).findFirst().orElse(otherwise);
  }

  /// Names that mean nothing here are left out, as JSSE demands of groups and schemes.
  private static <T> Stream<T> chosen(
      List<String> names, Function<String, @Nullable T> meaning, Predicate<T> usable) {
    return names.stream().map(meaning).filter(Objects::nonNull).distinct().filter(usable);
  }

  private static int maxFragment(int maxPacketSize) {
    return maxPacketSize == 0
        ? MAX_FRAGMENT
        : Math.clamp(maxPacketSize - RECORD_OVERHEAD, 1, MAX_FRAGMENT);
  }
}
