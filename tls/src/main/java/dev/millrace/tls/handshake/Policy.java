package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.KeyLog;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All that is configured for a connection, compiled once and shared by every connection with the
/// same configuration, and whatever follows from that alone, ready to be sent. What an algorithm
/// constraint or a missing provider forbids is left out already.
///
/// Immutable.
public final class Policy {
  private final CryptoServices crypto;
  private final InstantSource clock;
  private final List<ProtocolVersion> versions;
  private final List<CipherSuite> suites;
  private final boolean ownSuiteOrder;
  private final List<NamedGroup> groups;
  private final List<NamedGroup> keyShareGroups;
  private final List<SignatureScheme> schemes;
  private final List<SignatureScheme> certificateSchemes;
  private final List<SignatureScheme> signingSchemes;
  private final List<String> applicationProtocols;
  private final ClientAuthentication clientAuthentication;
  private final List<byte[]> certificateAuthorities;
  private final boolean statusRequest;
  private final Tickets tickets;
  private final int ticketCount;
  private final boolean offersTickets12;
  private final int recordSizeLimit;
  private final int maxFragment;
  private final int paddingBlock;
  private final boolean grease;
  private final boolean compatibilityMode;
  private final List<CertificateCompression> certificateCompressions;
  private final CertificatePreferences certificatePreferences;
  private final List<ExternalPsk> externalPsks;
  private final long maxEarlyData;
  private final @Nullable KeyLog keyLog;
  private final Limits limits;
  private final CodePoints offeredSuites;
  private final List<Extension> helloExtensions;
  private final List<String> acceptedAlgorithms;

  Policy(PolicyBuilder builder) {
    crypto = builder.crypto;
    clock = builder.clock;
    versions = List.copyOf(builder.versions);
    suites = List.copyOf(builder.suites);
    ownSuiteOrder = builder.ownSuiteOrder;
    groups = List.copyOf(builder.groups);
    keyShareGroups = List.copyOf(builder.keyShareGroups);
    schemes = List.copyOf(builder.schemes);
    certificateSchemes = List.copyOf(builder.certificateSchemes);
    signingSchemes = List.copyOf(builder.signingSchemes);
    applicationProtocols = List.copyOf(builder.applicationProtocols);
    clientAuthentication = builder.clientAuthentication;
    certificateAuthorities = List.copyOf(builder.certificateAuthorities);
    statusRequest = builder.statusRequest;
    tickets = builder.tickets;
    ticketCount = builder.ticketCount;
    offersTickets12 = builder.offersTickets12;
    recordSizeLimit = builder.recordSizeLimit;
    maxFragment = builder.maxFragment;
    paddingBlock = builder.paddingBlock;
    grease = builder.grease;
    compatibilityMode = builder.compatibilityMode;
    certificateCompressions = List.copyOf(builder.certificateCompressions);
    certificatePreferences = builder.certificatePreferences;
    externalPsks = List.copyOf(builder.externalPsks);
    maxEarlyData = builder.maxEarlyData;
    keyLog = builder.keyLog;
    limits = builder.limits;
    offeredSuites =
        CodePoints.of(
            suites.stream().filter(suite -> versions.contains(suite.version())).toList(),
            CipherSuite::code);
    helloExtensions = ClientHelloExtensions.of(this);
    acceptedAlgorithms =
        Stream.of(schemes, certificateSchemes)
            .flatMap(List::stream)
            .map(SignatureScheme::algorithm)
            .distinct()
            .toList();
  }

  public CryptoServices crypto() {
    return crypto;
  }

  /// Milliseconds since the epoch.
  public long now() {
    return clock.millis();
  }

  /// The versions that may be negotiated, in any order.
  public List<ProtocolVersion> versions() {
    return versions;
  }

  public boolean speaks(ProtocolVersion version) {
    return versions.contains(version);
  }

  /// The suites of all versions, the preferred first.
  public List<CipherSuite> suites() {
    return suites;
  }

  /// Whether a server prefers by its own order of suites rather than the client's.
  public boolean ownSuiteOrder() {
    return ownSuiteOrder;
  }

  /// The preferred first.
  public List<NamedGroup> groups() {
    return groups;
  }

  /// The groups for which a client sends key shares at once.
  public List<NamedGroup> keyShareGroups() {
    return keyShareGroups;
  }

  /// The schemes that the peer may sign handshakes with, the preferred first.
  public List<SignatureScheme> schemes() {
    return schemes;
  }

  /// The schemes for signatures in certificates, the preferred first.
  public List<SignatureScheme> certificateSchemes() {
    return certificateSchemes;
  }

  /// The schemes that this side may sign handshakes with, the preferred first.
  public List<SignatureScheme> signingSchemes() {
    return signingSchemes;
  }

  /// The protocols of ALPN that a client offers, the preferred first; empty for no ALPN. A server
  /// asks [Application#selectProtocol].
  public List<String> applicationProtocols() {
    return applicationProtocols;
  }

  public ClientAuthentication clientAuthentication() {
    return clientAuthentication;
  }

  /// Distinguished names in DER that a server names in its request for a certificate.
  public List<byte[]> certificateAuthorities() {
    return certificateAuthorities;
  }

  /// Whether the peer is asked to staple an OCSP response.
  public boolean statusRequest() {
    return statusRequest;
  }

  /// What a server's sessions are resumed by.
  public Tickets tickets() {
    return tickets;
  }

  /// How many tickets a server gives out after a handshake of TLS 1.3.
  public int ticketCount() {
    return ticketCount;
  }

  /// Whether a client takes tickets in TLS 1.2 (RFC 5077), besides session ids.
  public boolean offersTickets12() {
    return offersTickets12;
  }

  /// The record size limit that the peer is told (RFC 8449), or 0 for none.
  public int recordSizeLimit() {
    return recordSizeLimit;
  }

  /// The most plaintext that goes into one record.
  public int maxFragment() {
    return maxFragment;
  }

  /// Plaintexts of TLS 1.3 are padded to multiples of this; 1 for no padding.
  public int paddingBlock() {
    return paddingBlock;
  }

  /// Whether values without meaning are mixed in, to keep peers tolerant (RFC 8701).
  public boolean grease() {
    return grease;
  }

  /// Whether TLS 1.3 is made to look like TLS 1.2 to middleboxes (RFC 8446, appendix D.4).
  public boolean compatibilityMode() {
    return compatibilityMode;
  }

  /// The algorithms by which certificates are compressed (RFC 8879), the preferred first.
  public List<CertificateCompression> certificateCompressions() {
    return certificateCompressions;
  }

  /// By which types of certificates the sides prove who they are (RFC 7250).
  public CertificatePreferences certificatePreferences() {
    return certificatePreferences;
  }

  /// The keys agreed on outside of TLS, the preferred first.
  public List<ExternalPsk> externalPsks() {
    return externalPsks;
  }

  /// The bytes of early data that a server takes; 0 for none.
  public long maxEarlyData() {
    return maxEarlyData;
  }

  public @Nullable KeyLog keyLog() {
    return keyLog;
  }

  public Limits limits() {
    return limits;
  }

  /// The suites that a client offers: those of the versions that it speaks.
  CodePoints offeredSuites() {
    return offeredSuites;
  }

  /// The extensions that every hello of a client has, the same in each.
  List<Extension> helloExtensions() {
    return helloExtensions;
  }

  /// The JCA's names of the algorithms by which peers may sign handshakes or certificates, each
  /// once, the preferred first.
  public List<String> acceptedAlgorithms() {
    return acceptedAlgorithms;
  }
}
