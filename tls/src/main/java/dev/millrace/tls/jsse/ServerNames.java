package dev.millrace.tls.jsse;

import dev.millrace.tls.extension.ServerName;
import java.util.List;
import javax.net.ssl.SNIServerName;
import org.jspecify.annotations.Nullable;

/// The names by which a client asks for its server, in all the forms in which they are wanted.
///
/// Immutable.
///
/// @param inJsse as an application sets them
/// @param onWire as the extension has them
/// @param host the host name among them, or null
record ServerNames(
    List<SNIServerName> inJsse, List<ServerName.Name> onWire, @Nullable String host) {
  static final ServerNames NONE = of(List.of());

  static ServerNames of(List<SNIServerName> names) {
    return new ServerNames(List.copyOf(names), SniNames.toWire(names), SniNames.host(names));
  }
}
