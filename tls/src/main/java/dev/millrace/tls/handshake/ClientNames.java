package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.ApplicationProtocols;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.ClientHello;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The names in a ClientHello: of the server that is wanted, and of application protocols.
final class ClientNames {
  private ClientNames() {}

  /// The names by which the client looks for the server; empty if it says none.
  static List<ServerName.Name> servers(ClientHello hello) {
    ServerName.Offered offered = hello.extensions().get(ServerName.Offered.class);
    return offered == null ? List.of() : offered.names();
  }

  /// The host that the client looks for, or null.
  static @Nullable String host(List<ServerName.Name> names) {
    for (ServerName.Name name : names) {
      if (name.type() == ServerName.HOST_NAME) {
        return new String(name.name(), StandardCharsets.US_ASCII);
      }
    }
    return null;
  }

  /// Whether the server goes by a name that the client asks for, or it asks for none.
  static boolean areServed(Endpoint endpoint, ClientHello hello) {
    List<ServerName.Name> names = servers(hello);
    return names.isEmpty() || endpoint.application().isServerFor(names);
  }

  /// The application protocol of the connection, or null for none.
  static @Nullable String protocol(Endpoint endpoint, ClientHello hello) throws TlsFailure {
    ApplicationProtocols offered = hello.extensions().get(ApplicationProtocols.class);
    return offered == null
        ? null
        : endpoint
            .application()
            .selectProtocol(offered.names().stream().map(ProtocolNames::decode).toList());
  }
}
