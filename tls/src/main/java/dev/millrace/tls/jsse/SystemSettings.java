package dev.millrace.tls.jsse;

import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What the system and security properties of JSSE say, read once: `docs/tls-properties.md` lists
/// them. A list is null where its property is not set; a value that makes no sense counts as not
/// set, since nobody is there to be told.
///
/// Immutable.
///
/// @param clientProtocols names of versions
/// @param serverProtocols names of versions
/// @param clientSuites names of suites
/// @param serverSuites names of suites
/// @param groups names of key exchange groups
/// @param clientSchemes names of signature schemes
/// @param serverSchemes names of signature schemes
/// @param disabledAlgorithms as `jdk.tls.disabledAlgorithms` has them
/// @param disabledInCertificates as `jdk.certpath.disabledAlgorithms` has them
/// @param sessionCacheSize entries; 0 for no bound
/// @param sessionTimeout seconds, up to a week
/// @param ticketKeyPeriod seconds
/// @param ticketCount in TLS 1.3, or null
/// @param handshakeMessage bytes
/// @param serverChain certificates that a client takes from a server
/// @param clientChain certificates that a server takes from a client
record SystemSettings(
    @Nullable List<String> clientProtocols,
    @Nullable List<String> serverProtocols,
    @Nullable List<String> clientSuites,
    @Nullable List<String> serverSuites,
    @Nullable List<String> groups,
    @Nullable List<String> clientSchemes,
    @Nullable List<String> serverSchemes,
    List<String> disabledAlgorithms,
    List<String> disabledInCertificates,
    int sessionCacheSize,
    int sessionTimeout,
    int ticketKeyPeriod,
    @Nullable Integer ticketCount,
    int handshakeMessage,
    int serverChain,
    int clientChain,
    boolean clientTickets,
    boolean serverTickets,
    boolean compatibilityMode,
    boolean statusRequest,
    boolean acknowledgeCloseNotify,
    boolean requireCloseNotify,
    boolean checkRevocation) {

  private static final SystemSettings CURRENT = read(System::getProperty, Security::getProperty);

  /// What the properties said when this class was first used.
  static SystemSettings current() {
    return CURRENT;
  }

  /// @param system where system properties come from
  /// @param security where security properties come from
  static SystemSettings read(
      Function<String, @Nullable String> system, Function<String, @Nullable String> security) {
    Properties from = new Properties(system);
    int chain = from.number("jdk.tls.maxCertificateChainLength", 1, 100, 10);
    return new SystemSettings(
        from.list("jdk.tls.client.protocols"),
        from.list("jdk.tls.server.protocols"),
        from.list("jdk.tls.client.cipherSuites"),
        from.list("jdk.tls.server.cipherSuites"),
        from.list("jdk.tls.namedGroups"),
        from.list("jdk.tls.client.SignatureSchemes"),
        from.list("jdk.tls.server.SignatureSchemes"),
        new Properties(security).listOrEmpty("jdk.tls.disabledAlgorithms"),
        new Properties(security).listOrEmpty("jdk.certpath.disabledAlgorithms"),
        from.number("javax.net.ssl.sessionCacheSize", 0, Integer.MAX_VALUE, 20480),
        from.number("jdk.tls.server.sessionTicketTimeout", 0, 604_800, 86_400),
        from.number("jdk.tls.server.statelessKeyTimeout", 1, 604_800, 3600),
        from.numberOrNull("jdk.tls.server.newSessionTicketCount", 0, 10),
        from.number("jdk.tls.maxHandshakeMessageSize", 1, 0xFFFFFF, 32_768),
        from.number("jdk.tls.client.maxInboundCertificateChainLength", 0, 100, chain),
        from.number("jdk.tls.server.maxInboundCertificateChainLength", 0, 100, Math.min(chain, 8)),
        from.flag("jdk.tls.client.enableSessionTicketExtension", true),
        from.flag("jdk.tls.server.enableSessionTicketExtension", true),
        from.flag("jdk.tls.client.useCompatibilityMode", true),
        from.flag("jdk.tls.client.enableStatusRequestExtension", true),
        from.flag("jdk.tls.acknowledgeCloseNotify", false),
        from.flag("com.sun.net.ssl.requireCloseNotify", true),
        from.flag("com.sun.net.ssl.checkRevocation", false));
  }

  /// A source of properties that forgives.
  private record Properties(Function<String, @Nullable String> source) {
    @Nullable List<String> list(String name) {
      String value = source.apply(name);
      if (value == null || value.isBlank()) {
        return null;
      }
      String bare = value.strip();
      if (bare.length() > 1 && bare.startsWith("\"") && bare.endsWith("\"")) {
        bare = bare.substring(1, bare.length() - 1);
      }
      return Arrays.stream(bare.split(","))
          .map(String::strip)
          .filter(each -> !each.isEmpty())
          .toList();
    }

    List<String> listOrEmpty(String name) {
      List<String> list = list(name);
      return list == null ? List.of() : list;
    }

    boolean flag(String name, boolean byDefault) {
      String value = source.apply(name);
      if (value == null) {
        return byDefault;
      }
      return byDefault ? !value.equalsIgnoreCase("false") : value.equalsIgnoreCase("true");
    }

    int number(String name, int min, int max, int byDefault) {
      Integer value = numberOrNull(name, min, max);
      return value == null ? byDefault : value;
    }

    @Nullable Integer numberOrNull(String name, int min, int max) {
      String value = source.apply(name);
      if (value == null) {
        return null;
      }
      try {
        int number = Integer.parseInt(value.strip());
        return number >= min && number <= max ? number : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }
  }
}
