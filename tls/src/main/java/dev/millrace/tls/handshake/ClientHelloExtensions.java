package dev.millrace.tls.handshake;

import dev.millrace.tls.CertificateCompression;
import dev.millrace.tls.extension.ApplicationProtocols;
import dev.millrace.tls.extension.CompressCertificate;
import dev.millrace.tls.extension.EcPointFormats;
import dev.millrace.tls.extension.ExtendedMasterSecret;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.PskKeyExchangeModes;
import dev.millrace.tls.extension.RecordSizeLimit;
import dev.millrace.tls.extension.RenegotiationInfo;
import dev.millrace.tls.extension.ServerName;
import dev.millrace.tls.extension.SessionTicket;
import dev.millrace.tls.extension.SignatureAlgorithms;
import dev.millrace.tls.extension.StatusRequest;
import dev.millrace.tls.extension.SupportedGroups;
import dev.millrace.tls.extension.SupportedVersions;
import dev.millrace.tls.wire.CodePoints;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The extensions of a ClientHello that are the same in the first and in the second one: all but
/// key shares, cookie and pre-shared keys.
final class ClientHelloExtensions {
  private ClientHelloExtensions() {}

  /// Those of one connection.
  static Extensions of(
      Endpoint endpoint, @Nullable ResumableSession session, @Nullable Grease grease) {
    Policy policy = endpoint.policy();
    List<Extension> list = new ArrayList<>();
    List<ServerName.Name> names = endpoint.application().serverNames();
    if (!names.isEmpty()) {
      list.add(new ServerName.Offered(names));
    }
    if (policy.speaks(ProtocolVersion.TLS_1_2) && policy.offersTickets12()) {
      list.add(new SessionTicket(ticket(session)));
    }
    list.addAll(policy.helloExtensions());
    if (grease != null) {
      list.replaceAll(grease::mixedInto);
      list.addFirst(grease.extensions().getFirst());
      list.add(grease.extensions().getLast());
    }
    return Extensions.of(list);
  }

  /// Those of every connection with a policy.
  static List<Extension> of(Policy policy) {
    List<Extension> list = new ArrayList<>();
    if (policy.speaks(ProtocolVersion.TLS_1_2)) {
      list.add(new ExtendedMasterSecret());
      list.add(RenegotiationInfo.empty());
      list.add(EcPointFormats.uncompressed());
    }
    addCommon(list, policy);
    if (policy.speaks(ProtocolVersion.TLS_1_3)) {
      addTls13(list, policy);
    }
    return List.copyOf(list);
  }

  private static byte[] ticket(@Nullable ResumableSession session) {
    return session != null && session.version() == ProtocolVersion.TLS_1_2 && session.byTicket()
        ? session.handle()
        : new byte[0];
  }

  private static void addCommon(List<Extension> list, Policy policy) {
    list.add(new SupportedGroups(CodePoints.of(offerable(policy), NamedGroup::code)));
    list.add(
        new SignatureAlgorithms.OfHandshake(
            CodePoints.of(policy.schemes(), SignatureScheme::code)));
    if (!policy.certificateSchemes().equals(policy.schemes())) {
      list.add(
          new SignatureAlgorithms.OfCertificates(
              CodePoints.of(policy.certificateSchemes(), SignatureScheme::code)));
    }
    if (!policy.applicationProtocols().isEmpty()) {
      list.add(
          new ApplicationProtocols(
              policy.applicationProtocols().stream().map(ProtocolNames::encode).toList()));
    }
    if (policy.statusRequest()) {
      list.add(new StatusRequest.Offered(StatusRequest.OCSP));
    }
    list.addAll(CertificateTypes.offers(policy.certificatePreferences()));
    if (policy.recordSizeLimit() > 0) {
      list.add(new RecordSizeLimit(policy.recordSizeLimit()));
    }
  }

  private static void addTls13(List<Extension> list, Policy policy) {
    list.add(
        new SupportedVersions.Offered(
            CodePoints.of(
                policy.versions().stream().sorted(Comparator.reverseOrder()).toList(),
                ProtocolVersion::code)));
    list.add(PskKeyExchangeModes.withKeyExchange());
    if (!policy.certificateCompressions().isEmpty()) {
      list.add(
          new CompressCertificate(
              CodePoints.of(policy.certificateCompressions(), CertificateCompression::code)));
    }
  }

  private static List<NamedGroup> offerable(Policy policy) {
    return policy.speaks(ProtocolVersion.TLS_1_3)
        ? policy.groups()
        : policy.groups().stream().filter(NamedGroup::usableInTls12).toList();
  }
}
