package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.ExternalPsk;
import dev.millrace.tls.KeyLog;
import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects the parts of a policy; each has a default that is safe.
public final class PolicyBuilder {
  final CryptoServices crypto;
  InstantSource clock = InstantSource.system();
  List<ProtocolVersion> versions = List.of(ProtocolVersion.values());
  List<CipherSuite> suites = List.of(CipherSuite.values());
  boolean ownSuiteOrder = true;
  List<NamedGroup> groups = List.of();
  List<NamedGroup> keyShareGroups = List.of();
  List<SignatureScheme> schemes = List.of(SignatureScheme.values());
  List<SignatureScheme> certificateSchemes = List.of(SignatureScheme.values());
  List<SignatureScheme> signingSchemes = List.of(SignatureScheme.values());
  List<String> applicationProtocols = List.of();
  ClientAuthentication clientAuthentication = ClientAuthentication.NONE;
  List<byte[]> certificateAuthorities = List.of();
  boolean statusRequest;
  Tickets tickets = Tickets.none();
  int ticketCount;
  boolean offersTickets12 = true;
  int recordSizeLimit;
  int maxFragment = 16384;
  int paddingBlock = 1;
  boolean grease;
  boolean compatibilityMode = true;
  List<CertificateCompression> certificateCompressions = List.of();
  CertificatePreferences certificatePreferences = CertificatePreferences.X509_ONLY;
  List<ExternalPsk> externalPsks = List.of();
  long maxEarlyData;
  @Nullable KeyLog keyLog;
  Limits limits = Limits.DEFAULT;

  public PolicyBuilder(CryptoServices crypto) {
    this.crypto = crypto;
  }

  public PolicyBuilder clock(InstantSource value) {
    clock = value;
    return this;
  }

  public PolicyBuilder versions(List<ProtocolVersion> value) {
    versions = value;
    return this;
  }

  public PolicyBuilder suites(List<CipherSuite> value, boolean ownOrder) {
    suites = value;
    ownSuiteOrder = ownOrder;
    return this;
  }

  /// The preferred first.
  ///
  /// @param keyShares those of the groups for which a client sends key shares at once
  public PolicyBuilder groups(List<NamedGroup> value, List<NamedGroup> keyShares) {
    groups = value;
    keyShareGroups = keyShares;
    return this;
  }

  /// With which the peer may sign handshakes and certificates, and this side handshakes.
  public PolicyBuilder schemes(
      List<SignatureScheme> handshake,
      List<SignatureScheme> certificates,
      List<SignatureScheme> signing) {
    schemes = handshake;
    certificateSchemes = certificates;
    signingSchemes = signing;
    return this;
  }

  public PolicyBuilder applicationProtocols(List<String> value) {
    applicationProtocols = value;
    return this;
  }

  public PolicyBuilder clientAuthentication(ClientAuthentication value, List<byte[]> authorities) {
    clientAuthentication = value;
    certificateAuthorities = authorities;
    return this;
  }

  public PolicyBuilder statusRequest(boolean value) {
    statusRequest = value;
    return this;
  }

  /// What a server's sessions are resumed by.
  ///
  /// @param count how many tickets a server gives out after a handshake of TLS 1.3
  public PolicyBuilder tickets(Tickets value, int count) {
    tickets = value;
    ticketCount = count;
    return this;
  }

  public PolicyBuilder offersTickets12(boolean value) {
    offersTickets12 = value;
    return this;
  }

  public PolicyBuilder recordSizeLimit(int value) {
    recordSizeLimit = value;
    return this;
  }

  public PolicyBuilder maxFragment(int value) {
    maxFragment = value;
    return this;
  }

  public PolicyBuilder paddingBlock(int value) {
    paddingBlock = value;
    return this;
  }

  public PolicyBuilder grease(boolean value) {
    grease = value;
    return this;
  }

  public PolicyBuilder compatibilityMode(boolean value) {
    compatibilityMode = value;
    return this;
  }

  public PolicyBuilder certificateCompressions(List<CertificateCompression> value) {
    certificateCompressions = value;
    return this;
  }

  public PolicyBuilder certificatePreferences(CertificatePreferences value) {
    certificatePreferences = value;
    return this;
  }

  public PolicyBuilder externalPsks(List<ExternalPsk> value) {
    externalPsks = value;
    return this;
  }

  public PolicyBuilder maxEarlyData(long value) {
    maxEarlyData = value;
    return this;
  }

  public PolicyBuilder keyLog(@Nullable KeyLog value) {
    keyLog = value;
    return this;
  }

  public PolicyBuilder limits(Limits value) {
    limits = value;
    return this;
  }

  public Policy build() {
    return new Policy(this);
  }
}
