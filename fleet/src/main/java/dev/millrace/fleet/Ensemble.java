package dev.millrace.fleet;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How to reach the ZooKeeper servers that a fleet lives on.
///
/// @param servers where they are, as ZooKeeper's clients write it: `HOST:PORT,HOST:PORT,…/PATH`.
///   All nodes of a fleet name the same path, and other fleets other ones
/// @param sessionTimeout after which the servers take a silent node for gone
/// @param tls null to talk to them without TLS
/// @param digest `USER:PASSWORD` for ZooKeeper's scheme "digest": only who knows it may then read
///   or change what this fleet keeps there. Null for everybody may
public record Ensemble(
    String servers, Duration sessionTimeout, @Nullable Tls tls, @Nullable String digest) {

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
