package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// One extension in the form that it has in one message. Each file of this package that implements
/// it is one extension, with its forms inside where they differ from message to message.
///
/// Arrays in extensions are not copied; nobody changes them.
public sealed interface Extension
    permits ApplicationProtocols,
        CertificateAuthorities,
        CompressCertificate,
        ClientCertificateType,
        Cookie,
        EarlyData,
        EcPointFormats,
        ExtendedMasterSecret,
        KeyShare,
        Padding,
        PreSharedKey,
        PskKeyExchangeModes,
        RecordSizeLimit,
        RenegotiationInfo,
        ServerCertificateType,
        ServerName,
        SessionTicket,
        SignatureAlgorithms,
        StatusRequest,
        SupportedGroups,
        SupportedVersions,
        UnknownExtension {

  /// The code point, of [ExtensionType] where it is known.
  int type();

  /// Writes what is in it, without type and length.
  void writeBody(WireWriter out);
}
