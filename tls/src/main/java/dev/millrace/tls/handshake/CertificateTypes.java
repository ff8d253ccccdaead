package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.extension.CertificateTypeList;
import dev.millrace.tls.extension.ClientCertificateType;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.ServerCertificateType;
import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerIncompatible;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.message.ClientHello;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What each side of a connection proves who it is by (RFC 7250): X.509 where nothing else was
/// agreed on.
///
/// @param server of what the server shows
/// @param client of what the client shows if it is asked
record CertificateTypes(CertificateType server, CertificateType client) {

  /// The types that a client offers, and then those that it takes.
  static List<Extension> offers(CertificatePreferences preferences) {
    List<Extension> offers = new ArrayList<>();
    if (preferences.negotiatesOwn()) {
      offers.add(new ClientCertificateType.Offered(CertificateTypeList.of(preferences.own())));
    }
    if (preferences.negotiatesPeers()) {
      offers.add(new ServerCertificateType.Offered(CertificateTypeList.of(preferences.peers())));
    }
    return offers;
  }

  /// What a server chose of the client's offers.
  static CertificateTypes of(Extensions answers, CertificatePreferences preferences)
      throws PeerMisbehaved {
    ServerCertificateType.Selected server = answers.get(ServerCertificateType.Selected.class);
    ClientCertificateType.Selected client = answers.get(ClientCertificateType.Selected.class);
    return new CertificateTypes(
        server == null ? CertificateType.X509 : offered(server.code(), preferences.peers()),
        client == null ? CertificateType.X509 : offered(client.code(), preferences.own()));
  }

  private static CertificateType offered(int code, List<CertificateType> offers)
      throws PeerMisbehaved {
    CertificateType type = CertificateType.ofCode(code);
    if (type == null || !offers.contains(type)) {
      throw new PeerMisbehaved(Misbehaviour.UNOFFERED_CERTIFICATE_TYPE, "type " + code);
    }
    return type;
  }

  /// Refuses a server that, by saying nothing, shows certificates to a client that takes none. Of
  /// no concern where a session is resumed, and nothing shown.
  void requireAccepted(CertificatePreferences preferences) throws PeerIncompatible {
    if (!preferences.peers().contains(server)) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_CERTIFICATE_TYPE);
    }
  }

  /// What a server shows to a client and asks it for.
  ///
  /// @param server who it shows to be, or showed in the session that is resumed; null for nobody
  /// @param requested whether the client is asked to show anything
  static CertificateTypes chosen(
      Policy policy, ClientHello hello, @Nullable Identity server, boolean requested)
      throws PeerIncompatible {
    CertificatePreferences preferences = policy.certificatePreferences();
    return new CertificateTypes(
        server == null ? CertificateType.X509 : server.type(),
        requested
            ? requireCommon(preferences.peers(), ofClient(hello, preferences)).getFirst()
            : CertificateType.X509);
  }

  /// What a server can show to a client, in our order; empty if there are no certificates for one
  /// that has not heard of anything else.
  static List<CertificateType> toShow(ClientHello hello, CertificatePreferences preferences)
      throws PeerIncompatible {
    CertificateTypeList offers = ofServer(hello, preferences);
    return offers == null
        ? common(preferences.own(), null)
        : requireCommon(preferences.own(), offers);
  }

  // RFC 7250, section 4.2: the server ends the session with an unsupported_certificate alert.
  private static List<CertificateType> requireCommon(
      List<CertificateType> ours, @Nullable CertificateTypeList offers) throws PeerIncompatible {
    List<CertificateType> common = common(ours, offers);
    if (common.isEmpty()) {
      throw new PeerIncompatible(Incompatibility.NO_COMMON_CERTIFICATE_TYPE);
    }
    return common;
  }

  /// @param offers null if the client makes none, which stands for X.509
  private static List<CertificateType> common(
      List<CertificateType> ours, @Nullable CertificateTypeList offers) {
    List<CertificateType> theirs = offers == null ? List.of(CertificateType.X509) : offers.known();
    return theirs.containsAll(ours) ? ours : ours.stream().filter(theirs::contains).toList();
  }

  /// A server's answer to what the client offers.
  ///
  /// @param requested whether the client is asked to show anything
  List<Extension> answers(
      ClientHello hello, CertificatePreferences preferences, boolean requested) {
    List<Extension> answers = new ArrayList<>();
    // RFC 7250, section 4.2: "If the TLS server wants to request a certificate from the client (via
    // the certificate_request message), it MUST include the client_certificate_type extension in
    // the server hello."
    if (requested && ofClient(hello, preferences) != null) {
      answers.add(new ClientCertificateType.Selected(client.code()));
    }
    CertificateTypeList ofServer = ofServer(hello, preferences);
    if (ofServer != null && ofServer.known().contains(server)) {
      answers.add(new ServerCertificateType.Selected(server.code()));
    }
    return answers;
  }

  /// The types that a client offers to show, or null if it offers none or we do not care.
  private static @Nullable CertificateTypeList ofClient(
      ClientHello hello, CertificatePreferences preferences) {
    ClientCertificateType.Offered offered =
        hello.extensions().get(ClientCertificateType.Offered.class);
    return offered == null || !preferences.negotiatesPeers() ? null : offered.types();
  }

  /// The types that a client takes, or null if it does not say or we do not care.
  private static @Nullable CertificateTypeList ofServer(
      ClientHello hello, CertificatePreferences preferences) {
    ServerCertificateType.Offered offered =
        hello.extensions().get(ServerCertificateType.Offered.class);
    return offered == null || !preferences.negotiatesOwn() ? null : offered.types();
  }
}
