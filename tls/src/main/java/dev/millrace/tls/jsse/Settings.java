package dev.millrace.tls.jsse;

import dev.millrace.tls.handshake.ClientAuthentication;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/// The settings of an engine or a socket, which its setters change until the handshake begins. What
/// is changed later is seen by the getters, and has no effect.
///
/// Safe for use by several threads; a change is not atomic with another.
final class Settings {
  private final TlsContext context;
  private volatile @Nullable Role role;
  private volatile Parameters parameters;
  private volatile boolean createsSessions = true;

  /// @param role null if the application has to say
  Settings(TlsContext context, @Nullable Role role) {
    this.context = context;
    this.role = role;
    parameters = context.defaults(role == null ? Role.CLIENT : role);
  }

  /// A copy, which changes on its own.
  Settings(Settings other) {
    context = other.context;
    role = other.role;
    parameters = other.parameters;
    createsSessions = other.createsSessions;
  }

  @Nullable Role role() {
    return role;
  }

  boolean isClient() {
    return role == Role.CLIENT;
  }

  /// Changes sides. What is at the default of the one side goes to that of the other.
  void useClientMode(boolean client) {
    Role before = role == null ? Role.CLIENT : role;
    Role after = client ? Role.CLIENT : Role.SERVER;
    Parameters from = context.defaults(before);
    Parameters to = context.defaults(after);
    if (parameters.equals(from)) {
      parameters = to;
    } else if (before != after) {
      boolean plainSuites = parameters.suites().equals(from.suites());
      boolean plainProtocols = parameters.protocols().equals(from.protocols());
      change(out -> {
        if (plainSuites) {
          out.setCipherSuites(to.suites().toArray(String[]::new));
        }
        if (plainProtocols) {
          out.setProtocols(to.protocols().toArray(String[]::new));
        }
      });
    }
    role = after;
  }

  Parameters parameters() {
    return parameters;
  }

  SSLParameters sslParameters() {
    return parameters.toSslParameters();
  }

  void sslParameters(SSLParameters given) {
    Parameters known = context.policies(role == null ? Role.CLIENT : role).latest();
    parameters = parameters.updatedBy(given, known == null ? parameters : known);
  }

  String[] suites() {
    return parameters.suites().toArray(String[]::new);
  }

  void suites(String @Nullable [] names) {
    List<String> checked = SupportedNames.suites(names);
    change(out -> out.setCipherSuites(checked.toArray(String[]::new)));
  }

  String[] protocols() {
    return parameters.protocols().toArray(String[]::new);
  }

  void protocols(String @Nullable [] names) {
    List<String> checked = SupportedNames.protocols(names);
    change(out -> out.setProtocols(checked.toArray(String[]::new)));
  }

  boolean needsClientAuthentication() {
    return parameters.clientAuthentication() == ClientAuthentication.NEED;
  }

  void needClientAuthentication(boolean need) {
    change(out -> out.setNeedClientAuth(need));
  }

  boolean wantsClientAuthentication() {
    return parameters.clientAuthentication() == ClientAuthentication.WANT;
  }

  void wantClientAuthentication(boolean want) {
    change(out -> out.setWantClientAuth(want));
  }

  boolean createsSessions() {
    return createsSessions;
  }

  void createSessions(boolean create) {
    createsSessions = create;
  }

  private void change(Consumer<SSLParameters> change) {
    parameters = parameters.with(change);
  }
}
