package dev.millrace.tls.failure;

/// What can keep two peers that both obey the protocol from talking, and the alert for it.
public enum Incompatibility {
  NO_COMMON_PROTOCOL_VERSION(Alert.PROTOCOL_VERSION, "no protocol version in common"),
  NO_COMMON_CIPHER_SUITE(Alert.HANDSHAKE_FAILURE, "no cipher suite in common"),
  NO_COMMON_GROUP(Alert.HANDSHAKE_FAILURE, "no key exchange group in common"),
  NO_COMMON_SIGNATURE_SCHEME(
      Alert.HANDSHAKE_FAILURE, "no signature scheme in common that our certificate can use"),
  NO_CERTIFICATE_FOR_PEER(Alert.HANDSHAKE_FAILURE, "no certificate that the peer could accept"),
  NO_COMMON_PSK(
      Alert.HANDSHAKE_FAILURE,
      "no pre-shared key in common that can be used, and no certificate in its place"),
  NO_COMMON_CERTIFICATE_TYPE(Alert.UNSUPPORTED_CERTIFICATE, "no type of certificate in common"),
  NO_COMMON_APPLICATION_PROTOCOL(
      Alert.NO_APPLICATION_PROTOCOL, "no application protocol in common"),
  UNKNOWN_SERVER_NAME(Alert.UNRECOGNIZED_NAME, "the server name asked for is not served here"),
  CLIENT_CERTIFICATE_REQUIRED(Alert.CERTIFICATE_REQUIRED, "the client sent no certificate"),
  CLIENT_CERTIFICATE_REQUIRED_12(Alert.HANDSHAKE_FAILURE, "the client sent no certificate"),
  INAPPROPRIATE_FALLBACK(
      Alert.INAPPROPRIATE_FALLBACK, "the client fell back to a version below the best in common"),
  RENEGOTIATION_REFUSED(Alert.NO_RENEGOTIATION, "the peer asked for a renegotiation"),
  UNCOMPRESSED_POINTS_REQUIRED(
      Alert.ILLEGAL_PARAMETER, "the peer does not support uncompressed points");

  private final Alert alert;
  private final String sentence;

  Incompatibility(Alert alert, String sentence) {
    this.alert = alert;
    this.sentence = sentence;
  }

  Alert alert() {
    return alert;
  }

  String sentence() {
    return sentence;
  }
}
