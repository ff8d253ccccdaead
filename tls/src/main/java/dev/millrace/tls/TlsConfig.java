package dev.millrace.tls;

import dev.millrace.tls.jsse.ConfiguredContext;
import java.security.KeyManagementException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// What can be configured of TLS beyond JSSE. Protocols, client authentication and so on are set
/// through [javax.net.ssl.SSLParameters] as with any provider; what is not there, or is to hold for
/// a whole context, is here.
///
/// ```java
/// SSLContext context =
///     TlsConfig.builder()
///         .serverSessions(100_000, Duration.ofHours(8))
///         .resumption(Resumption.STATEFUL)
///         .build()
///         .newContext(keyManagers, trustManagers, null);
/// ```
///
/// A context from [SSLContext#getInstance(String, java.security.Provider)] has [#defaults].
///
/// Immutable.
public final class TlsConfig {
  private static final TlsConfig DEFAULTS = builder().build();

  private final Sessions serverSessions;
  private final Sessions clientSessions;
  private final Resumption resumption;
  private final @Nullable TicketKeys ticketKeys;
  private final Duration ticketKeyPeriod;
  private final int ticketCount;
  private final @Nullable List<String> cipherSuites;
  private final @Nullable List<String> groups;
  private final @Nullable List<String> keyShareGroups;
  private final List<CertificateCompression> certificateCompressions;
  private final int recordSizeLimit;
  private final int paddingBlock;
  private final boolean grease;
  private final @Nullable List<String> signingSchemes;
  private final List<ExternalPsk> externalPsks;
  private final List<KeyPair> rawPublicKeys;
  private final @Nullable RawPublicKeyTrust rawPublicKeyTrust;
  private final @Nullable List<CertificateType> ownCertificateTypes;
  private final @Nullable List<CertificateType> peerCertificateTypes;
  private final long maxEarlyData;
  private final boolean reverifyServers;
  private final @Nullable ChainMemory validatedChains;
  private final @Nullable KeyLog keyLog;
  private final @Nullable ConnectionListener connectionListener;
  private final @Nullable OcspResponses ocspResponses;
  private final boolean statusRequest;
  private final boolean clientTickets;
  private final InstantSource clock;

  TlsConfig(TlsConfigBuilder builder) {
    serverSessions = builder.serverSessions;
    clientSessions = builder.clientSessions;
    resumption = builder.resumption;
    ticketKeys = builder.ticketKeys;
    ticketKeyPeriod = builder.ticketKeyPeriod;
    ticketCount = builder.ticketCount;
    cipherSuites = builder.cipherSuites;
    groups = builder.groups;
    keyShareGroups = builder.keyShareGroups;
    certificateCompressions = builder.certificateCompressions;
    recordSizeLimit = builder.recordSizeLimit;
    paddingBlock = builder.paddingBlock;
    grease = builder.grease;
    signingSchemes = builder.signingSchemes;
    externalPsks = builder.externalPsks;
    rawPublicKeys = builder.rawPublicKeys;
    rawPublicKeyTrust = builder.rawPublicKeyTrust;
    ownCertificateTypes = builder.ownCertificateTypes;
    peerCertificateTypes = builder.peerCertificateTypes;
    maxEarlyData = builder.maxEarlyData;
    reverifyServers = builder.reverifyServers;
    validatedChains = builder.validatedChains;
    keyLog = builder.keyLog;
    connectionListener = builder.connectionListener;
    ocspResponses = builder.ocspResponses;
    statusRequest = builder.statusRequest;
    clientTickets = builder.clientTickets;
    clock = builder.clock;
  }

  /// The defaults, as the [TlsConfigBuilder] explains them one by one.
  public static TlsConfig defaults() {
    return DEFAULTS;
  }

  public static TlsConfigBuilder builder() {
    return new TlsConfigBuilder();
  }

  /// A context of the Millrace provider with this configuration, initialized and ready for use.
  ///
  /// @param keyManagers null for none; the first X509KeyManager counts
  /// @param trustManagers null for those of the platform; the first X509TrustManager counts
  /// @param random null for the platform's; safe for use by several threads
  /// @throws KeyManagementException if the trust managers of the platform cannot be had
  public SSLContext newContext(
      KeyManager @Nullable [] keyManagers,
      TrustManager @Nullable [] trustManagers,
      @Nullable SecureRandom random)
      throws KeyManagementException {
    SSLContext context = new ConfiguredContext(MillraceProvider.instance(), this);
    context.init(keyManagers, trustManagers, random);
    return context;
  }

  /// Where sessions are kept.
  public sealed interface Sessions {
    /// In memory, within bounds.
    ///
    /// @param capacity at least 1: sessions of a server, or servers that a client has sessions of
    /// @param lifetime more than 0
    record Bounded(int capacity, Duration lifetime) implements Sessions {
      public Bounded {
        if (capacity < 1) {
          throw new IllegalArgumentException("room for at least 1 session, not " + capacity);
        }
        if (lifetime.compareTo(Duration.ofSeconds(1)) < 0) {
          throw new IllegalArgumentException("a lifetime of at least 1 s, not " + lifetime);
        }
      }
    }

    /// Where the application says.
    record Stored(SessionStore store) implements Sessions {}

    /// Nowhere.
    record Disabled() implements Sessions {}

    /// In memory, within the bounds that JSSE has: `javax.net.ssl.sessionCacheSize` and
    /// `jdk.tls.server.sessionTicketTimeout`, or 20,480 and 24 hours.
    record AsInJsse() implements Sessions {}
  }

  /// For how many chains of certificates, and how long, the word of the trust manager holds.
  ///
  /// @param capacity at least 1
  /// @param lifetime more than 0
  public record ChainMemory(int capacity, Duration lifetime) {
    public ChainMemory {
      if (capacity < 1) {
        throw new IllegalArgumentException("room for at least 1 chain, not " + capacity);
      }
      if (lifetime.compareTo(Duration.ZERO) <= 0) {
        throw new IllegalArgumentException("a lifetime of more than 0, not " + lifetime);
      }
    }
  }

  public Sessions serverSessions() {
    return serverSessions;
  }

  public Sessions clientSessions() {
    return clientSessions;
  }

  public Resumption resumption() {
    return resumption;
  }

  /// Null for keys of the context's own.
  public @Nullable TicketKeys ticketKeys() {
    return ticketKeys;
  }

  public Duration ticketKeyPeriod() {
    return ticketKeyPeriod;
  }

  public int ticketCount() {
    return ticketCount;
  }

  /// Null for those that the system properties name, or all.
  public @Nullable List<String> cipherSuites() {
    return cipherSuites;
  }

  /// Null for all.
  public @Nullable List<String> groups() {
    return groups;
  }

  /// Null for one hybrid and one other.
  public @Nullable List<String> keyShareGroups() {
    return keyShareGroups;
  }

  /// Empty if certificates do not go compressed.
  public List<CertificateCompression> certificateCompressions() {
    return certificateCompressions;
  }

  /// 0 if peers are told none.
  public int recordSizeLimit() {
    return recordSizeLimit;
  }

  public int paddingBlock() {
    return paddingBlock;
  }

  public boolean grease() {
    return grease;
  }

  /// Null for those that peers may sign with.
  public @Nullable List<String> signingSchemes() {
    return signingSchemes;
  }

  public List<ExternalPsk> externalPsks() {
    return externalPsks;
  }

  public List<KeyPair> rawPublicKeys() {
    return rawPublicKeys;
  }

  /// Null if raw public keys of peers are not accepted.
  public @Nullable RawPublicKeyTrust rawPublicKeyTrust() {
    return rawPublicKeyTrust;
  }

  /// Null for those of which there is something to show, raw public keys first.
  public @Nullable List<CertificateType> ownCertificateTypes() {
    return ownCertificateTypes;
  }

  /// Null for those that there is trust for, raw public keys first.
  public @Nullable List<CertificateType> peerCertificateTypes() {
    return peerCertificateTypes;
  }

  /// 0 if a server takes none.
  public long maxEarlyData() {
    return maxEarlyData;
  }

  public boolean reverifyServers() {
    return reverifyServers;
  }

  /// Null if each is validated anew.
  public @Nullable ChainMemory validatedChains() {
    return validatedChains;
  }

  public @Nullable KeyLog keyLog() {
    return keyLog;
  }

  /// Null if nobody is told.
  public @Nullable ConnectionListener connectionListener() {
    return connectionListener;
  }

  public boolean statusRequest() {
    return statusRequest;
  }

  public boolean clientTickets() {
    return clientTickets;
  }

  public @Nullable OcspResponses ocspResponses() {
    return ocspResponses;
  }

  public InstantSource clock() {
    return clock;
  }
}
