package dev.millrace.gateway.settings;

import dev.millrace.fleet.Node;
import dev.millrace.gateway.settings.Settings.CertificateFiles;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a gateway is part of a fleet.
///
/// @param node its name there
/// @param certificate what it shows to the other nodes
/// @param authority the certificates that vouch for them
/// @param timeout how long another node may be silent before it is asked whether it is there, and
///   how long that answer may take
public record FleetSettings(
    Source source, String node, CertificateFiles certificate, Path authority, Duration timeout) {

  /// Where the list of its nodes is.
  public sealed interface Source {
    /// Where that is, for people.
    String where();

    /// A file, which also says where this node listens.
    record MembersFile(Path path) implements Source {
      @Override
      public String where() {
        return path.toString();
      }
    }

    /// ZooKeeper.
    ///
    /// @param servers as ZooKeeper's clients write them, with a path
    /// @param timeout after which the servers take a silent node for gone
    /// @param isSecure whether to use TLS, with the certificate and the authority of the fleet
    /// @param digest a file that holds `USER:PASSWORD`, or null for open access
    /// @param tickets how ticket keys are shared; they are not where null
    record ZooKeeper(
        String servers,
        Duration timeout,
        boolean isSecure,
        @Nullable Path digest,
        Node self,
        @Nullable Tickets tickets)
        implements Source {
      @Override
      public String where() {
        return "ZooKeeper, " + servers;
      }
    }
  }

  /// How ticket keys are shared.
  ///
  /// @param keys the file of the keyring that protects them
  /// @param period for how long a key seals tickets
  public record Tickets(Path keys, Duration period) {}
}
