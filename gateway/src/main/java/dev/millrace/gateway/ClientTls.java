package dev.millrace.gateway;

import dev.millrace.gateway.certificate.Authorities;
import dev.millrace.gateway.certificate.LiveContext;
import dev.millrace.gateway.fleet.Fleet;
import dev.millrace.gateway.settings.AccessSettings;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.tls.ConnectionListener;
import dev.millrace.tls.TlsConfig;
import dev.millrace.tls.TlsConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// TLS as clients and operators meet it.
final class ClientTls {
  private ClientTls() {}

  /// @param listener is told of connections
  /// @param fleet whose nodes share ticket keys, or null
  static LiveContext of(Settings settings, ConnectionListener listener, @Nullable Fleet fleet)
      throws IOException {
    AccessSettings.ClientCertificates clients = settings.access().certificates();
    Path authority = clients == null ? null : clients.authority();
    return LiveContext.of(
        "certificate",
        settings,
        authority,
        certificate ->
            certificate.context(settings.tls(), config(listener, fleet, authority), authority));
  }

  private static TlsConfig config(
      ConnectionListener listener, @Nullable Fleet fleet, @Nullable Path authority)
      throws IOException {
    TlsConfigBuilder tls = TlsConfig.builder().connectionListener(listener);
    if (fleet != null) {
      fleet.configure(tls, authority == null ? null : Authorities.read(authority));
    }
    return tls.build();
  }
}
