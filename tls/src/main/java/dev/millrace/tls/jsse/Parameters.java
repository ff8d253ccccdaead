package dev.millrace.tls.jsse;

import dev.millrace.tls.handshake.ClientAuthentication;
import java.security.AlgorithmConstraints;
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
    @Nullable ServerNames serverNames,
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
  /// @param known the answer where it is equal to these as changed, so that all endpoints with the
  ///   same parameters share them, or what of it is
  /// @throws IllegalArgumentException if it names a suite or protocol that is not spoken here
  Parameters updatedBy(SSLParameters given, Parameters known) {
    String[] newSuites = given.getCipherSuites();
    String[] newProtocols = given.getProtocols();
    AlgorithmConstraints newConstraints = given.getAlgorithmConstraints();
    String newIdentification = given.getEndpointIdentificationAlgorithm();
    Collection<SNIMatcher> newMatchers = given.getSNIMatchers();
    List<SNIServerName> newNames = given.getServerNames();
    Parameters updated =
        new Parameters(
            newSuites == null ? suites : suites(newSuites, known.suites),
            newProtocols == null ? protocols : protocols(newProtocols, known.protocols),
            clientAuthentication(given),
            newConstraints == null ? constraints : newConstraints,
            newIdentification == null ? identification : newIdentification,
            newNames == null ? serverNames : names(newNames, known.serverNames),
            newMatchers == null ? matchers : List.copyOf(newMatchers),
            given.getUseCipherSuitesOrder(),
            given.getEnableRetransmissions(),
            given.getMaximumPacketSize(),
            shared(given.getApplicationProtocols(), known.applicationProtocols),
            listOf(given.getSignatureSchemes(), known.schemes),
            listOf(given.getNamedGroups(), known.groups));
    return updated.equals(known) ? known : updated;
  }

  private static List<String> suites(String[] names, List<String> known) {
    return isSame(names, known) ? known : SupportedNames.suites(names);
  }

  private static List<String> protocols(String[] names, List<String> known) {
    return isSame(names, known) ? known : SupportedNames.protocols(names);
  }

  private static ServerNames names(List<SNIServerName> names, @Nullable ServerNames known) {
    return known != null && known.inJsse().equals(names) ? known : ServerNames.of(names);
  }

  private static List<String> shared(String[] names, List<String> known) {
    return isSame(names, known) ? known : List.of(names);
  }

  private static @Nullable List<String> listOf(
      String @Nullable [] names, @Nullable List<String> known) {
    return names == null ? null : shared(names, known == null ? List.of() : known);
  }

  private static boolean isSame(String[] names, List<String> known) {
    if (names.length != known.size()) {
      return false;
    }
    for (int i = 0; i < names.length; i++) {
      if (!names[i].equals(known.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// These with one thing changed.
  Parameters with(Consumer<SSLParameters> change) {
    SSLParameters changed = toSslParameters();
    change.accept(changed);
    return updatedBy(changed, this);
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
      out.setServerNames(serverNames.inJsse());
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
}
