package dev.millrace.fleet;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How to reach the ZooKeeper servers that a fleet lives on.
///
/// @param servers where they are, as ZooKeeper's clients write it: `HOST:PORT,HOST:PORT,…/PATH`.
///   All nodes of a fleet name the same path, and other fleets other ones
/// @param sessionTimeout after which the servers take a silent node for gone: from 1 ms to
///   [Integer#MAX_VALUE] ms; servers keep it within limits of their own
/// @param tls null to talk to them without TLS
/// @param digest `USER:PASSWORD` for ZooKeeper's scheme "digest": only who knows it may then read
///   or change what this fleet keeps there. Null for everybody may
public record Ensemble(
    String servers, Duration sessionTimeout, @Nullable Tls tls, @Nullable String digest) {
  private static final Duration SHORTEST_SESSION = Duration.ofMillis(1);
  private static final Duration LONGEST_SESSION = Duration.ofMillis(Integer.MAX_VALUE);

  /// @throws IllegalArgumentException if the session timeout is shorter or longer than that
  public Ensemble {
    if (sessionTimeout.compareTo(SHORTEST_SESSION) < 0
        || sessionTimeout.compareTo(LONGEST_SESSION) > 0) {
      throw new IllegalArgumentException(
          "a session timeout from 1 to " + Integer.MAX_VALUE + " ms, not " + sessionTimeout);
    }
  }

  /// PEM files for mutual TLS with the servers.
  ///
  /// @param authority the certificates that vouch for the servers
  /// @param certificate the chain that a node shows, its own first
  /// @param key its private key, PKCS#8, not encrypted
  public record Tls(Path authority, Path certificate, Path key) {}

  /// Without the password.
  @Override
  public String toString() {
    return "Ensemble[" + servers + (tls == null ? "" : ", TLS") + "]";
  }
}
