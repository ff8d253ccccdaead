package dev.millrace.gateway.settings;

import dev.millrace.seal.Compression;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything that can be set of a gateway, checked and complete.
///
/// @param listening where clients are listened for
/// @param access how it is known who asks, and what they may
/// @param tls whose TLS protects connections, to clients and to the origin
/// @param certificate the certificate to serve with; one made on first run, kept in `state`, where
///   null
/// @param state the folder for what the gateway itself must remember between runs
/// @param sliceSize the size in bytes of the slices that objects are fetched and held in
/// @param memorySize the bound in bytes of the memory that slices are held in
/// @param ssd where slices are kept that leave memory; none are where null
/// @param sealed how objects are served in their sealed form; they are not where null
/// @param fleet how it is part of a fleet; it is alone where null
/// @param freshness how long the word of the origin on an object is believed
/// @param connectTimeout how long a connection to the origin may take to come about
/// @param readTimeout how long the origin may stay silent in the middle of an answer
/// @param attempts how often the origin is asked in all for one thing before the client hears of
///   the failure, at least 1
/// @param originFetches how many slices are fetched from the origin at the same time, and how many
///   are asked of each other node
/// @param clientTimeout how long a client may be about its next request, or take nothing of its
///   answer, before it is let go
/// @param clients how much clients may have of the gateway
/// @param accessLog whether a line is logged for every request
/// @param operation how it is watched and operated
public record Settings(
    Listening listening,
    AccessSettings access,
    OriginLocation origin,
    TlsImplementation tls,
    @Nullable CertificateFiles certificate,
    Path state,
    int sliceSize,
    long memorySize,
    @Nullable SsdSpace ssd,
    @Nullable SealedAnswers sealed,
    @Nullable FleetSettings fleet,
    Freshness freshness,
    Duration connectTimeout,
    Duration readTimeout,
    int attempts,
    int originFetches,
    Duration clientTimeout,
    ClientLimits clients,
    boolean accessLog,
    OperationSettings operation) {

  /// The address to listen on.
  public String host() {
    return listening.host();
  }

  /// The port with TLS; 0 takes any free one.
  public int port() {
    return listening.port();
  }

  /// Reads the settings: flags override the environment, which overrides the YAML file, which
  /// overrides the defaults.
  ///
  /// @param config the YAML file; where null, the one that the environment names, if any
  /// @param flags the texts of the flags that were given, by [Setting#name]
  /// @throws SettingException if a setting is unknown or impossible
  public static Settings read(
      @Nullable String config, Map<String, String> flags, Surroundings surroundings) {
    return new SettingSource(config, flags, surroundings).read().settings();
  }

  /// As [#read], for a command that has no use for what is set of a fleet, which may be incomplete.
  public static Settings readWithoutFleet(
      @Nullable String config, Map<String, String> flags, Surroundings surroundings) {
    var choices = Choices.gather(config, flags, surroundings);
    return new SettingsAssembly(choices, surroundings).settings(null);
  }

  /// A folder for slices, and the bound in bytes of all files there.
  ///
  /// @param sealing how they are sealed; they are not where null
  public record SsdSpace(Path folder, long size, @Nullable SsdSealing sealing) {}

  /// How slices on the SSD are sealed.
  ///
  /// @param keys the file of the keyring
  public record SsdSealing(Path keys, Compression compression) {}

  /// What the sealed form of objects is made with.
  ///
  /// @param keys the keyring file
  /// @param port a port without TLS that serves nothing else, or null for none; 0 takes any free
  ///   one
  public record SealedAnswers(Path keys, Compression compression, @Nullable Integer port) {}

  /// How much clients may have.
  ///
  /// @param connections how many connections in all
  /// @param connectionsPerAddress how many from one address, or one /64 of IPv6
  /// @param requestsPerSecond how many requests a second from one address; any number where null
  public record ClientLimits(
      int connections, int connectionsPerAddress, @Nullable Integer requestsPerSecond) {
    /// What those have who operate the gateway.
    public static final ClientLimits OPERATORS = new ClientLimits(256, 128, null);

    /// What other nodes of the fleet have until they have shown who they are.
    public static final ClientLimits UNPROVED_NODES = new ClientLimits(512, 256, null);
  }

  /// A certificate chain and its private key, both in PEM files.
  public record CertificateFiles(Path chain, Path key) {}
}
