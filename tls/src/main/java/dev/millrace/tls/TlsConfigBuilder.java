package dev.millrace.tls;

import dev.millrace.tls.jsse.SystemDefaults;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.KeyPair;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Collects a [TlsConfig]. Every option has a default that is safe, and says why it is what it is;
/// what cannot be is refused where it is set.
///
/// Not safe for use by several threads.
public final class TlsConfigBuilder {
  TlsConfig.Sessions serverSessions = new TlsConfig.Sessions.AsInJsse();
  TlsConfig.Sessions clientSessions = new TlsConfig.Sessions.AsInJsse();
  Resumption resumption = SystemDefaults.resumption();
  @Nullable TicketKeys ticketKeys;
  Duration ticketKeyPeriod = SystemDefaults.ticketKeyPeriod();
  int ticketCount = SystemDefaults.ticketCount();
  @Nullable List<String> cipherSuites;
  @Nullable List<String> groups;
  @Nullable List<String> keyShareGroups;
  List<CertificateCompression> certificateCompressions = List.of(CertificateCompression.zlib());
  int recordSizeLimit;
  int paddingBlock = 1;
  boolean grease;
  @Nullable List<String> signingSchemes;
  List<ExternalPsk> externalPsks = List.of();
  List<KeyPair> rawPublicKeys = List.of();
  @Nullable RawPublicKeyTrust rawPublicKeyTrust;
  @Nullable List<CertificateType> ownCertificateTypes;
  @Nullable List<CertificateType> peerCertificateTypes;
  long maxEarlyData;
  boolean reverifyServers;
  TlsConfig.@Nullable ChainMemory validatedChains;
  @Nullable KeyLog keyLog;
  @Nullable ConnectionListener connectionListener;
  @Nullable OcspResponses ocspResponses;
  boolean statusRequest = SystemDefaults.statusRequest();
  boolean clientTickets = SystemDefaults.clientTickets();
  InstantSource clock = InstantSource.system();

  TlsConfigBuilder() {}

  /// How a server's sessions are resumed. Stateless by default, as in the JDK: it needs no memory,
  /// and survives a change of servers. `jdk.tls.server.enableSessionTicketExtension=false` makes
  /// stateful the default.
  public TlsConfigBuilder resumption(Resumption value) {
    resumption = Objects.requireNonNull(value);
    return this;
  }

  /// Bounds of a server's sessions in memory; the lifetime also goes for tickets. By default those
  /// of JSSE, 20,480 sessions and 24 hours, which applications know and can change through
  /// [javax.net.ssl.SSLSessionContext].
  ///
  /// @throws IllegalArgumentException if the capacity is less than 1 or the lifetime less than 1 s
  public TlsConfigBuilder serverSessions(int capacity, Duration lifetime) {
    serverSessions = new TlsConfig.Sessions.Bounded(capacity, lifetime);
    return this;
  }

  /// A place of one's own for a server's sessions. Only used with [Resumption#STATEFUL].
  public TlsConfigBuilder serverSessions(SessionStore store) {
    serverSessions = new TlsConfig.Sessions.Stored(Objects.requireNonNull(store));
    return this;
  }

  /// Bounds of a client's sessions in memory: of how many servers, and for how long. By default
  /// those of JSSE. Of each server up to 8 tickets are kept.
  ///
  /// @throws IllegalArgumentException if the capacity is less than 1 or the lifetime less than 1 s
  public TlsConfigBuilder clientSessions(int capacity, Duration lifetime) {
    clientSessions = new TlsConfig.Sessions.Bounded(capacity, lifetime);
    return this;
  }

  /// A place of one's own for a client's sessions.
  public TlsConfigBuilder clientSessions(SessionStore store) {
    clientSessions = new TlsConfig.Sessions.Stored(Objects.requireNonNull(store));
    return this;
  }

  /// A client that never resumes. Not the default, since resuming saves both sides most of the work
  /// of a handshake.
  public TlsConfigBuilder noClientSessions() {
    clientSessions = new TlsConfig.Sessions.Disabled();
    return this;
  }

  /// Whether a client asks its trust manager, or its [#rawPublicKeyTrust], about the server again
  /// before it offers to resume a session, and early data with it; a session whose server it
  /// refuses is not offered. Off by default, as in JSSE: for clients whose trust changes while they
  /// run, or that share their sessions with others. The trust manager is called by whoever begins
  /// the handshake then.
  ///
  /// Servers ask about clients again in any case.
  public TlsConfigBuilder reverifyServers(boolean value) {
    reverifyServers = value;
    return this;
  }

  /// Takes the trust manager's word for a chain of certificates for a while: in connections whose
  /// peer shows the very same certificates it is not asked again, on clients and on servers,
  /// whether or not a session is resumed. Off by default: the trust manager is asked each time, as
  /// in JSSE.
  ///
  /// Its word holds only where all that it was told is the same again: the certificates, the
  /// authType, the host and the server name, the identification algorithm, the version, the
  /// algorithm constraints (the same object) and the other parameters. So a certificate is checked
  /// against each new name. It ends with the lifetime, and with any certificate of the chain.
  ///
  /// What the trust manager does beside is **not** done again meanwhile: authorities that are no
  /// longer trusted, and pins that have changed, still count as they did, and a manager of one's
  /// own that keeps books is not told of every connection.
  ///
  /// Revocation is never skipped where it can be seen that it is checked: nothing is remembered
  /// with `com.sun.net.ssl.checkRevocation=true`, or where an OCSP response is stapled. A trust
  /// manager that was told to check it in another way, as by a PKIXRevocationChecker among the
  /// parameters of its factory, does not show that. **Do not use this with such a manager**: a
  /// certificate that is revoked would go on being accepted for the lifetime.
  ///
  /// @throws IllegalArgumentException if the capacity is less than 1 or the lifetime not more than
  ///   0
  public TlsConfigBuilder rememberValidatedChains(int capacity, Duration lifetime) {
    validatedChains = new TlsConfig.ChainMemory(capacity, lifetime);
    return this;
  }

  /// The keys that seal tickets, to be shared by several servers. By default each context makes its
  /// own, which nobody can steal from elsewhere.
  public TlsConfigBuilder ticketKeys(TicketKeys value) {
    ticketKeys = Objects.requireNonNull(value);
    return this;
  }

  /// How long one of the context's own keys seals tickets. An hour by default, as in the JDK
  /// (`jdk.tls.server.statelessKeyTimeout`): what a stolen key gives away is bounded by it.
  ///
  /// @throws IllegalArgumentException if it is less than a second
  public TlsConfigBuilder ticketKeyPeriod(Duration value) {
    require(value.compareTo(Duration.ofSeconds(1)) >= 0, "a period of at least 1 s", value);
    ticketKeyPeriod = value;
    return this;
  }

  /// How many tickets a server gives out after a full handshake of TLS 1.3. Two by default, since a
  /// client uses each once and often opens two connections; `jdk.tls.server.newSessionTicketCount`
  /// changes that.
  ///
  /// @param value from 0 to 10
  /// @throws IllegalArgumentException if it is out of range
  public TlsConfigBuilder ticketCount(int value) {
    require(value >= 0 && value <= 10, "from 0 to 10 tickets", value);
    ticketCount = value;
    return this;
  }

  /// The cipher suites that engines and sockets start with, by their names in JSSE, the preferred
  /// first. By default all that there are, AES-256 before AES-128 before ChaCha20. What
  /// [javax.net.ssl.SSLParameters#setCipherSuites] says goes before this; what
  /// `jdk.tls.disabledAlgorithms` forbids is left out of it. A version none of whose suites is
  /// named is not spoken.
  ///
  /// @throws IllegalArgumentException if there is none, or one is not spoken here
  public TlsConfigBuilder cipherSuites(List<String> names) {
    require(!names.isEmpty(), "at least one cipher suite", names);
    names.forEach(
        name -> require(CipherSuite.ofName(name) != null, "a cipher suite spoken here", name));
    cipherSuites = List.copyOf(names);
    return this;
  }

  /// The groups for key exchange by their names in the registry of IANA, the preferred first. By
  /// default all that there are, the hybrid X25519MLKEM768 first: traffic recorded today stays
  /// secret even from a quantum computer. What [javax.net.ssl.SSLParameters#setNamedGroups] says
  /// goes before this.
  ///
  /// @throws IllegalArgumentException if there is none, or one is not spoken here
  public TlsConfigBuilder groups(List<String> names) {
    require(!names.isEmpty(), "at least one group", names);
    names.forEach(name -> require(NamedGroup.ofName(name) != null, "a group spoken here", name));
    groups = List.copyOf(names);
    return this;
  }

  /// The groups of which a client sends key shares with its first message; a server that wants
  /// another one of the [#groups] asks for it, which costs a round trip. By default the first
  /// hybrid group and the first other one, so that hardly any server has to ask. Where a session is
  /// resumed, those before the group that the server took for it are not sent again. Names that are
  /// not among the groups of a connection mean nothing, and with an empty list every server has to
  /// ask.
  ///
  /// @throws IllegalArgumentException if a group is not spoken here
  public TlsConfigBuilder keyShareGroups(List<String> names) {
    names.forEach(name -> require(NamedGroup.ofName(name) != null, "a group spoken here", name));
    keyShareGroups = List.copyOf(names);
    return this;
  }

  /// The algorithms by which certificates may go compressed (RFC 8879), the preferred first; an
  /// empty list for none. By default zlib alone, which the JDK has: chains shrink by a third, which
  /// often saves a round trip, and a bound on the size keeps out bombs.
  ///
  /// @throws IllegalArgumentException if two have the same code, or one is out of range
  public TlsConfigBuilder certificateCompressions(List<CertificateCompression> algorithms) {
    List<Integer> codes = algorithms.stream().map(CertificateCompression::code).toList();
    codes.forEach(code -> require(code >= 1 && code <= 0xFFFF, "a code of 1 to 65535", code));
    require(codes.stream().distinct().count() == codes.size(), "each code once", codes);
    certificateCompressions = List.copyOf(algorithms);
    return this;
  }

  /// The largest plaintext of a record that peers are asked to send (RFC 8449). Not sent by
  /// default: large records are the fastest, and every server can take them.
  ///
  /// @param bytes from 64 to 16,385, or 0 not to ask
  /// @throws IllegalArgumentException if it is out of range
  public TlsConfigBuilder recordSizeLimit(int bytes) {
    require(
        bytes == 0 || (bytes >= 64 && bytes <= 16385), "a limit of 0, or 64 to 16385 bytes", bytes);
    recordSizeLimit = bytes;
    return this;
  }

  /// Pads the plaintexts of TLS 1.3 to multiples of a length, which hides from onlookers how long
  /// they are. By default 1, none: it costs bandwidth, and how much helps only the application
  /// knows.
  ///
  /// @param bytes from 1 to 16,384
  /// @throws IllegalArgumentException if it is out of range
  public TlsConfigBuilder paddingBlock(int bytes) {
    require(bytes >= 1 && bytes <= 16384, "a block of 1 to 16384 bytes", bytes);
    paddingBlock = bytes;
    return this;
  }

  /// Whether values without meaning are mixed into hellos, on which peers must not choke (RFC
  /// 8701). Off by default: it serves the future of the protocol, but not the connection at hand.
  public TlsConfigBuilder grease(boolean value) {
    grease = value;
    return this;
  }

  /// Whether a client asks servers to staple an OCSP response, which its trust manager may look at.
  /// The default is that of `jdk.tls.client.enableStatusRequestExtension`.
  public TlsConfigBuilder statusRequest(boolean value) {
    statusRequest = value;
    return this;
  }

  /// Whether a client takes tickets in TLS 1.2 (RFC 5077), besides session ids. The default is that
  /// of `jdk.tls.client.enableSessionTicketExtension`.
  public TlsConfigBuilder clientTickets(boolean value) {
    clientTickets = value;
    return this;
  }

  /// Where a server takes the OCSP responses from that it staples. None by default: somebody has to
  /// fetch them.
  public TlsConfigBuilder ocspResponses(OcspResponses value) {
    ocspResponses = Objects.requireNonNull(value);
    return this;
  }

  /// The schemes with which this side signs handshakes, by their names in the registry of IANA, the
  /// preferred first. By default those that the peer may sign with, which
  /// [javax.net.ssl.SSLParameters#setSignatureSchemes] says.
  ///
  /// @throws IllegalArgumentException if there is none, or one is not spoken here
  public TlsConfigBuilder signingSchemes(List<String> names) {
    require(!names.isEmpty(), "at least one scheme", names);
    names.forEach(
        name -> require(SignatureScheme.ofName(name) != null, "a scheme spoken here", name));
    signingSchemes = List.copyOf(names);
    return this;
  }

  /// Keys agreed on outside of TLS, by which peers of TLS 1.3 know each other without certificates.
  /// None by default. A client offers all of them; a server takes the first that it is offered, and
  /// asks others for nothing more than it would without.
  public TlsConfigBuilder externalPsks(List<ExternalPsk> keys) {
    externalPsks = List.copyOf(keys);
    return this;
  }

  /// Keys by which this side proves who it is without certificates (RFC 7250), to peers that take
  /// that. The first that goes with the peer's signature schemes is shown. None by default: the
  /// peer has to know the key beforehand. A private key may be one that never leaves its token.
  public TlsConfigBuilder rawPublicKeys(List<KeyPair> keys) {
    rawPublicKeys = List.copyOf(keys);
    return this;
  }

  /// What decides about the raw public keys of peers (RFC 7250). None by default: such keys are
  /// neither asked for nor accepted. Host names are not checked where a raw key is shown.
  public TlsConfigBuilder rawPublicKeyTrust(RawPublicKeyTrust value) {
    rawPublicKeyTrust = Objects.requireNonNull(value);
    return this;
  }

  /// By what this side proves who it is, the preferred first: what a client offers, and the order
  /// in which a server chooses. By default raw public keys, if there are any, since a peer that
  /// takes them wants them; and certificates, if there are no raw public keys or there is a key
  /// manager.
  ///
  /// @throws IllegalArgumentException if there is none
  public TlsConfigBuilder ownCertificateTypes(List<CertificateType> order) {
    ownCertificateTypes = distinct(order);
    return this;
  }

  /// By what the peer may prove who it is, the preferred first: what a client offers, and the order
  /// in which a server chooses. By default raw public keys, if there is a trust for them, and
  /// certificates, if there is no such trust or there is a trust manager. Raw public keys need a
  /// [#rawPublicKeyTrust].
  ///
  /// @throws IllegalArgumentException if there is none
  public TlsConfigBuilder peerCertificateTypes(List<CertificateType> order) {
    peerCertificateTypes = distinct(order);
    return this;
  }

  private static List<CertificateType> distinct(List<CertificateType> order) {
    require(!order.isEmpty(), "at least one type of certificate", order);
    return order.stream().distinct().toList();
  }

  /// How much data a server takes along with a client's first message (0-RTT). None by default:
  /// such data can be sent again by anybody who saw it, and an application has to know that. With a
  /// limit, a server takes it once per ticket and process, if the client's clock is within 10 s;
  /// servers that share ticket keys take it once each. Clients send it by
  /// [TlsConnection#offerEarlyData].
  ///
  /// @param bytes from 0 to 2^32 - 1
  /// @throws IllegalArgumentException if it is out of range
  public TlsConfigBuilder maxEarlyData(long bytes) {
    require(bytes >= 0 && bytes <= 0xFFFF_FFFFL, "from 0 to 2^32 - 1 bytes", bytes);
    maxEarlyData = bytes;
    return this;
  }

  /// Writes down the secrets of every connection: whoever gets them reads the traffic. For finding
  /// faults, and never by default.
  public TlsConfigBuilder dangerouslyLogKeysTo(KeyLog value) {
    keyLog = Objects.requireNonNull(value);
    return this;
  }

  /// Who is told of every connection. Nobody by default, which costs nothing.
  public TlsConfigBuilder connectionListener(ConnectionListener value) {
    connectionListener = Objects.requireNonNull(value);
    return this;
  }

  /// Where the time comes from: how old sessions, tickets and keys are. The system's by default.
  public TlsConfigBuilder clock(InstantSource value) {
    clock = Objects.requireNonNull(value);
    return this;
  }

  /// The configuration as it was set.
  ///
  /// @throws IllegalArgumentException if raw public keys of peers are accepted, but nothing decides
  ///   about them
  public TlsConfig build() {
    require(
        rawPublicKeyTrust != null
            || peerCertificateTypes == null
            || !peerCertificateTypes.contains(CertificateType.RAW_PUBLIC_KEY),
        "a trust for raw public keys where they are accepted",
        "none");
    return new TlsConfig(this);
  }

  private static void require(boolean condition, String expectation, Object actual) {
    if (!condition) {
      throw new IllegalArgumentException("expected " + expectation + ", not " + actual);
    }
  }
}
