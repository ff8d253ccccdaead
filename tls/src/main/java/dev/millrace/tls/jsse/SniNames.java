package dev.millrace.tls.jsse;

import dev.millrace.tls.extension.ServerName;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import org.jspecify.annotations.Nullable;

/// Server names between the extension and JSSE.
final class SniNames {
  private SniNames() {}

  static List<ServerName.Name> toWire(List<SNIServerName> names) {
    return names.stream()
        .map(each -> new ServerName.Name(each.getType(), each.getEncoded()))
        .toList();
  }

  /// Unmodifiable; without names that JSSE cannot express.
  static List<SNIServerName> toJsse(List<ServerName.Name> names) {
    List<SNIServerName> result = new ArrayList<>();
    for (ServerName.Name each : names) {
      SNIServerName name = toJsse(each);
      if (name != null) {
        result.add(name);
      }
    }
    return List.copyOf(result);
  }

  /// Null if it is a host name that cannot be one.
  static @Nullable SNIServerName toJsse(ServerName.Name name) {
    if (name.type() != ServerName.HOST_NAME) {
      return new Unknown(name.type(), name.name());
    }
    try {
      return new SNIHostName(name.name());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /// The host name among them, or null.
  static @Nullable String host(List<SNIServerName> names) {
    for (SNIServerName each : names) {
      if (each instanceof SNIHostName host) {
        return host.getAsciiName();
      }
    }
    return null;
  }

  private static final class Unknown extends SNIServerName {
    Unknown(int type, byte[] encoded) {
      super(type, encoded);
    }
  }
}
