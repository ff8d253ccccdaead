package dev.millrace.tls.jsse;

import dev.millrace.tls.handshake.ClientAuthentication;
import java.security.AlgorithmConstraints;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/// All that [SSLParameters] can say, as a value. Two that are equal give the same policy.
///
/// Immutable, but for the algorithm constraints and matchers, which are the application's own.
///
/// @param suites names, the preferred first
/// @param protocols names
/// @param constraints or null for those of the JDK alone
/// @param identification algorithm, such as `HTTPS`, or null for none
/// @param serverNames null if not set, in which case the peer's host counts
/// @param retransmissions kept, but without meaning in TLS
/// @param maxPacketSize in bytes; 0 if not set
/// @param schemes names, or null for the default
/// @param groups names, or null for the default
record Parameters(
    List<String> suites,
    List<String> protocols,
    ClientAuthentication clientAuthentication,
    @Nullable AlgorithmConstraints constraints,
    @Nullable String identification,
    @Nullable List<SNIServerName> serverNames,
    @Nullable List<SNIMatcher> matchers,
    boolean useSuitesOrder,
    boolean retransmissions,
    int maxPacketSize,
    List<String> applicationProtocols,
    @Nullable List<String> schemes,
    @Nullable List<String> groups) {

  /// What an endpoint starts with.
  static Parameters of(List<String> suites, List<String> protocols) {
    return new Parameters(
        List.copyOf(suites),
        List.copyOf(protocols),
        ClientAuthentication.NONE,
        null,
        null,
        null,
        null,
        true,
        true,
        0,
        List.of(),
        null,
        null);
  }

  /// These, changed as `given` says; as in JSSE, what is null there stays as it is.
  ///
  /// @throws IllegalArgumentException if it names a suite or protocol that is not spoken here
  Parameters updatedBy(SSLParameters given) {
    String[] newSuites = given.getCipherSuites();
    String[] newProtocols = given.getProtocols();
    AlgorithmConstraints newConstraints = given.getAlgorithmConstraints();
    String newIdentification = given.getEndpointIdentificationAlgorithm();
    Collection<SNIMatcher> newMatchers = given.getSNIMatchers();
    List<SNIServerName> newNames = given.getServerNames();
    return new Parameters(
        newSuites == null ? suites : SupportedNames.suites(newSuites),
        newProtocols == null ? protocols : SupportedNames.protocols(newProtocols),
        clientAuthentication(given),
        newConstraints == null ? constraints : newConstraints,
        newIdentification == null ? identification : newIdentification,
        newNames == null ? serverNames : List.copyOf(newNames),
        newMatchers == null ? matchers : List.copyOf(newMatchers),
        given.getUseCipherSuitesOrder(),
        given.getEnableRetransmissions(),
        given.getMaximumPacketSize(),
        List.of(given.getApplicationProtocols()),
        listOf(given.getSignatureSchemes()),
        listOf(given.getNamedGroups()));
  }

  /// These with one thing changed.
  Parameters with(Consumer<SSLParameters> change) {
    SSLParameters changed = toSslParameters();
    change.accept(changed);
    return updatedBy(changed);
  }

  /// A fresh copy in the form of JSSE.
  SSLParameters toSslParameters() {
    SSLParameters out =
        new SSLParameters(suites.toArray(String[]::new), protocols.toArray(String[]::new));
    switch (clientAuthentication) {
      case NONE -> out.setWantClientAuth(false);
      case WANT -> out.setWantClientAuth(true);
      case NEED -> out.setNeedClientAuth(true);
    }
    out.setAlgorithmConstraints(constraints);
    out.setEndpointIdentificationAlgorithm(identification);
    if (serverNames != null) {
      out.setServerNames(serverNames);
    }
    if (matchers != null) {
      out.setSNIMatchers(matchers);
    }
    out.setUseCipherSuitesOrder(useSuitesOrder);
    out.setEnableRetransmissions(retransmissions);
    out.setMaximumPacketSize(maxPacketSize);
    out.setApplicationProtocols(applicationProtocols.toArray(String[]::new));
    out.setSignatureSchemes(schemes == null ? null : schemes.toArray(String[]::new));
    out.setNamedGroups(groups == null ? null : groups.toArray(String[]::new));
    return out;
  }

  private static ClientAuthentication clientAuthentication(SSLParameters given) {
    if (given.getNeedClientAuth()) {
      return ClientAuthentication.NEED;
    }
    return given.getWantClientAuth() ? ClientAuthentication.WANT : ClientAuthentication.NONE;
  }

  private static @Nullable List<String> listOf(String @Nullable [] names) {
    return names == null ? null : Arrays.stream(names).toList();
  }
}
