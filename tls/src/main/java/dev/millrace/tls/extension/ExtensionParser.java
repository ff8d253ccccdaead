package dev.millrace.tls.extension;

import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.WireReader;
import java.util.EnumSet;
import java.util.Set;

/// Finds the form of an extension by its type and the message that it is in.
final class ExtensionParser {
  private ExtensionParser() {}

  /// Unknown extensions are kept as such: whether they are allowed depends on whether they were
  /// asked for.
  static Extension parse(int type, WireReader body, ExtensionPlace place) throws PeerMisbehaved {
    // RFC 8446, section 4.2: "If an implementation receives an extension which it recognizes and
    // which is not specified for the message in which it appears, it MUST abort the handshake with
    // an "illegal_parameter" alert."
    if (!places(type).contains(place)) {
      // What TLS 1.3 has no place for at all, nobody can have asked for.
      throw isOfTls12Only(type)
          ? new PeerMisbehaved(Misbehaviour.UNSOLICITED_EXTENSION, type + " in " + place)
          : forbidden(type, place);
    }
    return parseAllowed(type, body, place);
  }

  private static boolean isOfTls12Only(int type) {
    return switch (type) {
      case ExtensionType.EC_POINT_FORMATS,
          ExtensionType.EXTENDED_MASTER_SECRET,
          ExtensionType.SESSION_TICKET,
          ExtensionType.RENEGOTIATION_INFO ->
          true;
      default -> false;
    };
  }

  private static PeerMisbehaved forbidden(int type, ExtensionPlace place) {
    return new PeerMisbehaved(Misbehaviour.FORBIDDEN_EXTENSION, type + " in " + place);
  }

  private static Extension parseAllowed(int type, WireReader body, ExtensionPlace place)
      throws PeerMisbehaved {
    boolean offer = place == ExtensionPlace.CLIENT_HELLO;
    return switch (type) {
      case ExtensionType.SERVER_NAME ->
          offer ? ServerName.Offered.parse(body) : new ServerName.Acknowledged();
      case ExtensionType.STATUS_REQUEST -> statusRequest(body, place);
      case ExtensionType.SUPPORTED_GROUPS -> SupportedGroups.parse(body);
      case ExtensionType.EC_POINT_FORMATS -> EcPointFormats.parse(body);
      case ExtensionType.SIGNATURE_ALGORITHMS -> SignatureAlgorithms.OfHandshake.parse(body);
      case ExtensionType.SIGNATURE_ALGORITHMS_CERT ->
          SignatureAlgorithms.OfCertificates.parse(body);
      case ExtensionType.APPLICATION_LAYER_PROTOCOL_NEGOTIATION -> ApplicationProtocols.parse(body);
      case ExtensionType.CLIENT_CERTIFICATE_TYPE ->
          offer
              ? new ClientCertificateType.Offered(CertificateTypeList.parse(body))
              : new ClientCertificateType.Selected(body.u8());
      case ExtensionType.SERVER_CERTIFICATE_TYPE ->
          offer
              ? new ServerCertificateType.Offered(CertificateTypeList.parse(body))
              : new ServerCertificateType.Selected(body.u8());
      case ExtensionType.PADDING -> new Padding(body.rest().length);
      case ExtensionType.EXTENDED_MASTER_SECRET -> new ExtendedMasterSecret();
      case ExtensionType.COMPRESS_CERTIFICATE -> CompressCertificate.parse(body);
      case ExtensionType.RECORD_SIZE_LIMIT -> new RecordSizeLimit(body.u16());
      case ExtensionType.SESSION_TICKET -> new SessionTicket(body.rest());
      case ExtensionType.PRE_SHARED_KEY ->
          offer ? PreSharedKey.Offered.parse(body) : new PreSharedKey.Selected(body.u16());
      case ExtensionType.EARLY_DATA ->
          place == ExtensionPlace.NEW_SESSION_TICKET
              ? new EarlyData.Limit(body.u32())
              : new EarlyData.Indicated();
      case ExtensionType.SUPPORTED_VERSIONS ->
          offer
              ? SupportedVersions.Offered.parse(body)
              : new SupportedVersions.Selected(body.u16());
      case ExtensionType.COOKIE -> Cookie.parse(body);
      case ExtensionType.PSK_KEY_EXCHANGE_MODES -> PskKeyExchangeModes.parse(body);
      case ExtensionType.CERTIFICATE_AUTHORITIES -> CertificateAuthorities.parse(body);
      case ExtensionType.KEY_SHARE -> keyShare(body, place);
      case ExtensionType.RENEGOTIATION_INFO -> new RenegotiationInfo(body.opaque8());
      default -> new UnknownExtension(type, body.rest());
    };
  }

  private static Extension statusRequest(WireReader body, ExtensionPlace place)
      throws PeerMisbehaved {
    return switch (place) {
      case CLIENT_HELLO -> StatusRequest.Offered.parse(body);
      case CERTIFICATE -> StatusRequest.Stapled.parse(body);
      default -> new StatusRequest.Acknowledged();
    };
  }

  private static Extension keyShare(WireReader body, ExtensionPlace place) throws PeerMisbehaved {
    return switch (place) {
      case CLIENT_HELLO -> KeyShare.Offered.parse(body);
      case HELLO_RETRY_REQUEST -> new KeyShare.Retry(body.u16());
      default -> new KeyShare.Selected(KeyShare.Entry.parse(body));
    };
  }

  private static Set<ExtensionPlace> places(int type) {
    return switch (type) {
      case ExtensionType.SERVER_NAME,
          ExtensionType.APPLICATION_LAYER_PROTOCOL_NEGOTIATION,
          ExtensionType.CLIENT_CERTIFICATE_TYPE,
          ExtensionType.SERVER_CERTIFICATE_TYPE,
          ExtensionType.RECORD_SIZE_LIMIT ->
          OFFERED_AND_ANSWERED;
      case ExtensionType.SUPPORTED_GROUPS -> OFFERED_AND_ANSWERED;
      case ExtensionType.EC_POINT_FORMATS,
          ExtensionType.EXTENDED_MASTER_SECRET,
          ExtensionType.SESSION_TICKET,
          ExtensionType.RENEGOTIATION_INFO,
          ExtensionType.PRE_SHARED_KEY ->
          HELLOS;
      case ExtensionType.STATUS_REQUEST -> STATUS_PLACES;
      case ExtensionType.SIGNATURE_ALGORITHMS,
          ExtensionType.SIGNATURE_ALGORITHMS_CERT,
          ExtensionType.CERTIFICATE_AUTHORITIES,
          ExtensionType.COMPRESS_CERTIFICATE ->
          OFFERED_AND_REQUESTED;
      case ExtensionType.EARLY_DATA -> EARLY_DATA_PLACES;
      case ExtensionType.SUPPORTED_VERSIONS, ExtensionType.KEY_SHARE -> ALL_HELLOS;
      case ExtensionType.COOKIE -> COOKIE_PLACES;
      case ExtensionType.PADDING, ExtensionType.PSK_KEY_EXCHANGE_MODES -> OFFERED;
      default -> EVERYWHERE;
    };
  }

  private static final Set<ExtensionPlace> OFFERED = EnumSet.of(ExtensionPlace.CLIENT_HELLO);
  private static final Set<ExtensionPlace> HELLOS =
      EnumSet.of(ExtensionPlace.CLIENT_HELLO, ExtensionPlace.SERVER_HELLO);
  private static final Set<ExtensionPlace> ALL_HELLOS =
      EnumSet.of(
          ExtensionPlace.CLIENT_HELLO,
          ExtensionPlace.SERVER_HELLO,
          ExtensionPlace.HELLO_RETRY_REQUEST);
  private static final Set<ExtensionPlace> COOKIE_PLACES =
      EnumSet.of(ExtensionPlace.CLIENT_HELLO, ExtensionPlace.HELLO_RETRY_REQUEST);
  private static final Set<ExtensionPlace> OFFERED_AND_ANSWERED =
      EnumSet.of(
          ExtensionPlace.CLIENT_HELLO,
          ExtensionPlace.SERVER_HELLO,
          ExtensionPlace.ENCRYPTED_EXTENSIONS);
  private static final Set<ExtensionPlace> OFFERED_AND_REQUESTED =
      EnumSet.of(ExtensionPlace.CLIENT_HELLO, ExtensionPlace.CERTIFICATE_REQUEST);
  private static final Set<ExtensionPlace> STATUS_PLACES =
      EnumSet.of(
          ExtensionPlace.CLIENT_HELLO,
          ExtensionPlace.SERVER_HELLO,
          ExtensionPlace.CERTIFICATE,
          ExtensionPlace.CERTIFICATE_REQUEST);
  private static final Set<ExtensionPlace> EARLY_DATA_PLACES =
      EnumSet.of(
          ExtensionPlace.CLIENT_HELLO,
          ExtensionPlace.ENCRYPTED_EXTENSIONS,
          ExtensionPlace.NEW_SESSION_TICKET);
  private static final Set<ExtensionPlace> EVERYWHERE = EnumSet.allOf(ExtensionPlace.class);
}
