package dev.millrace.tls.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.millrace.tls.CertificateType;
import dev.millrace.tls.extension.ApplicationProtocols;
import dev.millrace.tls.extension.CertificateAuthorities;
import dev.millrace.tls.extension.CertificateTypeList;
import dev.millrace.tls.extension.ClientCertificateType;
import dev.millrace.tls.extension.CompressCertificate;
import dev.millrace.tls.extension.Cookie;
import dev.millrace.tls.extension.EarlyData;
import dev.millrace.tls.extension.EcPointFormats;
import dev.millrace.tls.extension.ExtendedMasterSecret;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.ExtensionPlace;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.KeyShare;
import dev.millrace.tls.extension.Padding;
import dev.millrace.tls.extension.PreSharedKey;
import dev.millrace.tls.extension.PskKeyExchangeModes;
import dev.millrace.tls.extension.RecordSizeLimit;
import dev.millrace.tls.extension.RenegotiationInfo;
import dev.millrace.tls.extension.ServerCertificateType;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.extension.SessionTicket;
import dev.millrace.tls.extension.SignatureAlgorithms;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.extension.SupportedGroups;
import dev.millrace.tls.extension.SupportedVersions;
import dev.millrace.tls.extension.UnknownExtension;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A message of each type, with every extension that it may have.
public final class MessageSamples {
  private static final byte[] BYTES = {1, 2, 3, 4, 5};
  private static final byte[] RANDOM = new byte[32];
  private static final List<CertificateType> RAW_FIRST =
      List.of(CertificateType.RAW_PUBLIC_KEY, CertificateType.X509);
  private static final CodePoints CODES = CodePoints.of(0x1301, 0x0A0A, 0x0017);

  /// The forms of the extensions by the messages that they may be in, the order of a ClientHello's
  /// being that its last one has to be.
  public static final Map<ExtensionPlace, List<Extension>> EXTENSIONS =
      Map.of(
          ExtensionPlace.CLIENT_HELLO,
          List.of(
              new ServerName.Offered(
                  List.of(
                      new ServerName.Name(ServerName.HOST_NAME, "localhost".getBytes(US_ASCII)),
                      new ServerName.Name(7, BYTES))),
              new StatusRequest.Offered(StatusRequest.OCSP),
              new SupportedGroups(CODES),
              EcPointFormats.uncompressed(),
              new SignatureAlgorithms.OfHandshake(CODES),
              new SignatureAlgorithms.OfCertificates(CODES),
              new ApplicationProtocols(List.of("h2".getBytes(US_ASCII), BYTES)),
              new ClientCertificateType.Offered(CertificateTypeList.of(RAW_FIRST)),
              new ServerCertificateType.Offered(CertificateTypeList.of(RAW_FIRST)),
              new Padding(11),
              new ExtendedMasterSecret(),
              new CompressCertificate(CODES),
              new RecordSizeLimit(16385),
              new SessionTicket(BYTES),
              new EarlyData.Indicated(),
              new SupportedVersions.Offered(CODES),
              new Cookie(BYTES),
              PskKeyExchangeModes.withKeyExchange(),
              new CertificateAuthorities(List.of(BYTES, BYTES)),
              new KeyShare.Offered(
                  List.of(new KeyShare.Entry(29, RANDOM), new KeyShare.Entry(0x0A0A, BYTES))),
              RenegotiationInfo.empty(),
              new UnknownExtension(0x7A7A, BYTES),
              new PreSharedKey.Offered(
                  List.of(
                      new PreSharedKey.Identity(BYTES, 0xFFFF_FFFFL),
                      new PreSharedKey.Identity(BYTES, 0)),
                  List.of(new byte[32], new byte[48]))),
          ExtensionPlace.SERVER_HELLO,
          List.of(
              new ServerName.Acknowledged(),
              new StatusRequest.Acknowledged(),
              new SupportedGroups(CODES),
              EcPointFormats.uncompressed(),
              new ApplicationProtocols(List.of(BYTES)),
              new ClientCertificateType.Selected(2),
              new ServerCertificateType.Selected(0),
              new ExtendedMasterSecret(),
              new RecordSizeLimit(64),
              new SessionTicket(new byte[0]),
              new PreSharedKey.Selected(1),
              new SupportedVersions.Selected(0x0304),
              new KeyShare.Selected(new KeyShare.Entry(29, RANDOM)),
              new RenegotiationInfo(BYTES),
              new UnknownExtension(0x7A7A, BYTES)),
          ExtensionPlace.HELLO_RETRY_REQUEST,
          List.of(
              new SupportedVersions.Selected(0x0304),
              new KeyShare.Retry(23),
              new Cookie(BYTES),
              new UnknownExtension(0x7A7A, BYTES)),
          ExtensionPlace.ENCRYPTED_EXTENSIONS,
          List.of(
              new ServerName.Acknowledged(),
              new SupportedGroups(CODES),
              new ApplicationProtocols(List.of(BYTES)),
              new ClientCertificateType.Selected(0),
              new ServerCertificateType.Selected(2),
              new RecordSizeLimit(512),
              new EarlyData.Indicated(),
              new UnknownExtension(0x7A7A, BYTES)),
          ExtensionPlace.CERTIFICATE,
          List.of(new StatusRequest.Stapled(BYTES), new UnknownExtension(0x7A7A, BYTES)),
          ExtensionPlace.CERTIFICATE_REQUEST,
          List.of(
              new StatusRequest.Acknowledged(),
              new SignatureAlgorithms.OfHandshake(CODES),
              new SignatureAlgorithms.OfCertificates(CODES),
              new CompressCertificate(CODES),
              new CertificateAuthorities(List.of(BYTES)),
              new UnknownExtension(0x7A7A, BYTES)),
          ExtensionPlace.NEW_SESSION_TICKET,
          List.of(new EarlyData.Limit(0xFFFF_FFFFL), new UnknownExtension(0x7A7A, BYTES)));

  private MessageSamples() {}

  /// All messages of a version.
  public static List<HandshakeMessage> of(ProtocolVersion version) {
    return Stream.concat(
            Stream.of(
                new HelloRequest(),
                new ClientHello(
                    0x0303, RANDOM, BYTES, CODES, new byte[1], of(ExtensionPlace.CLIENT_HELLO)),
                new ServerHello(0x0303, RANDOM, BYTES, 0x1301, 0, of(ExtensionPlace.SERVER_HELLO)),
                new HelloRetryRequest(
                    0x0303, BYTES, 0x1301, 0, of(ExtensionPlace.HELLO_RETRY_REQUEST)),
                new CertificateVerify(0x0403, BYTES),
                new Finished(RANDOM)),
            switch (version) {
              case TLS_1_3 -> only13();
              case TLS_1_2 -> only12();
            })
        .toList();
  }

  private static Stream<HandshakeMessage> only13() {
    Extensions ofCertificate = of(ExtensionPlace.CERTIFICATE);
    return Stream.of(
        new EncryptedExtensions(of(ExtensionPlace.ENCRYPTED_EXTENSIONS)),
        new CertificateRequest(BYTES, of(ExtensionPlace.CERTIFICATE_REQUEST)),
        new CertificateMessage(
            BYTES,
            List.of(
                new CertificateMessage.Entry(BYTES, ofCertificate),
                new CertificateMessage.Entry(RANDOM, Extensions.NONE))),
        new CompressedCertificate(1, 500, BYTES),
        new NewSessionTicket(604_800, 0xFFFF_FFFFL, BYTES, BYTES, newTicket()),
        new EndOfEarlyData(),
        new KeyUpdate(true));
  }

  private static Extensions newTicket() {
    return of(ExtensionPlace.NEW_SESSION_TICKET);
  }

  private static Stream<HandshakeMessage> only12() {
    return Stream.of(
        CertificateMessage12.of(List.of(BYTES, RANDOM)),
        new CertificateMessage12(BYTES),
        new CertificateStatus12(BYTES),
        new ServerKeyExchange12(29, RANDOM, 0x0403, BYTES),
        new CertificateRequest12(new byte[] {1, 64}, CODES, List.of(BYTES, RANDOM)),
        new ServerHelloDone12(),
        new ClientKeyExchange12(RANDOM),
        new NewSessionTicket12(0xFFFF_FFFFL, BYTES));
  }

  private static Extensions of(ExtensionPlace place) {
    return Extensions.of(EXTENSIONS.getOrDefault(place, List.of()));
  }
}
