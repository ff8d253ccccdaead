package dev.millrace.tls.failure;

/// What a peer can do wrong, the alert for it, and a sentence for people.
public enum Misbehaviour {
  // Syntax
  MALFORMED_MESSAGE(Alert.DECODE_ERROR, "malformed handshake message"),
  MALFORMED_ALERT(Alert.DECODE_ERROR, "malformed alert"),
  MALFORMED_ALERT_LEVEL(Alert.ILLEGAL_PARAMETER, "alert of an unknown level"),
  MESSAGE_TOO_LARGE(Alert.ILLEGAL_PARAMETER, "handshake message larger than its bound"),
  DUPLICATE_EXTENSION(Alert.DECODE_ERROR, "extension sent twice"),
  REPEATED_EXTENSION(Alert.ILLEGAL_PARAMETER, "extension sent twice"),
  UNSOLICITED_EXTENSION(Alert.UNSUPPORTED_EXTENSION, "extension that was not asked for"),
  FORBIDDEN_EXTENSION(Alert.ILLEGAL_PARAMETER, "extension in a message where it may not be"),
  MISSING_EXTENSION(Alert.MISSING_EXTENSION, "a required extension is missing"),

  // Records
  NOT_TLS(Alert.UNEXPECTED_MESSAGE, "not a TLS record"),
  UNEXPECTED_RECORD(Alert.UNEXPECTED_MESSAGE, "record of a type not expected now"),
  WRONG_RECORD_VERSION(Alert.PROTOCOL_VERSION, "record with a wrong version"),
  RECORD_TOO_LARGE(Alert.RECORD_OVERFLOW, "record larger than allowed"),
  BAD_RECORD_MAC(Alert.BAD_RECORD_MAC, "record failed authentication"),
  TOO_MANY_EMPTY_RECORDS(Alert.UNEXPECTED_MESSAGE, "too many empty records"),
  NO_CONTENT_TYPE(Alert.UNEXPECTED_MESSAGE, "record of nothing but padding"),
  BAD_CHANGE_CIPHER_SPEC(Alert.UNEXPECTED_MESSAGE, "malformed ChangeCipherSpec"),
  UNEXPECTED_CHANGE_CIPHER_SPEC(Alert.UNEXPECTED_MESSAGE, "ChangeCipherSpec not expected now"),
  MESSAGE_ACROSS_KEY_CHANGE(
      Alert.UNEXPECTED_MESSAGE, "handshake message goes on across a change of keys"),
  EXCESS_HANDSHAKE_DATA(
      Alert.UNEXPECTED_MESSAGE, "handshake message after the last one of a flight"),
  INTERLEAVED_MESSAGE(
      Alert.UNEXPECTED_MESSAGE, "record of another type within a handshake message"),
  UNENCRYPTED_RECORD(Alert.UNEXPECTED_MESSAGE, "unencrypted record where all are encrypted"),
  TOO_MANY_WARNINGS(Alert.UNEXPECTED_MESSAGE, "too many warning alerts"),
  UNEXPECTED_WARNING(Alert.DECODE_ERROR, "warning alert in TLS 1.3"),
  TOO_MANY_KEY_UPDATES(Alert.UNEXPECTED_MESSAGE, "too many key updates without data"),
  TOO_MANY_TICKETS(Alert.UNEXPECTED_MESSAGE, "too many session tickets"),
  TOO_MUCH_EARLY_DATA(Alert.UNEXPECTED_MESSAGE, "more early data than allowed"),
  TOO_MANY_RECORDS(Alert.UNEXPECTED_MESSAGE, "too many records under one key"),
  EMPTY_FRAGMENT(Alert.UNEXPECTED_MESSAGE, "empty handshake record"),

  // Order
  UNEXPECTED_MESSAGE(Alert.UNEXPECTED_MESSAGE, "message not expected now"),
  SECOND_HELLO_RETRY_REQUEST(Alert.UNEXPECTED_MESSAGE, "second HelloRetryRequest"),

  // Hellos
  UNOFFERED_VERSION(Alert.PROTOCOL_VERSION, "server chose a version that was not offered"),
  UNOFFERED_VERSION_SELECTED(
      Alert.ILLEGAL_PARAMETER, "server selected a version that was not offered"),
  VERSION_CHANGED_AFTER_RETRY(Alert.ILLEGAL_PARAMETER, "version changed after HelloRetryRequest"),
  WRONG_LEGACY_VERSION(Alert.ILLEGAL_PARAMETER, "wrong legacy version"),
  UNOFFERED_CIPHER_SUITE(Alert.ILLEGAL_PARAMETER, "server chose a suite that was not offered"),
  CIPHER_SUITE_OF_OTHER_VERSION(Alert.ILLEGAL_PARAMETER, "server chose a suite of another version"),
  CHANGED_CIPHER_SUITE(Alert.ILLEGAL_PARAMETER, "suite changed after HelloRetryRequest"),
  UNOFFERED_COMPRESSION(Alert.ILLEGAL_PARAMETER, "compression method other than null"),
  NONZERO_COMPRESSION(Alert.DECODE_ERROR, "compression method other than null in TLS 1.3"),
  WRONG_SESSION_ID(Alert.ILLEGAL_PARAMETER, "session id was not echoed"),
  UNOFFERED_GROUP(Alert.ILLEGAL_PARAMETER, "server chose a group that was not offered"),
  USELESS_RETRY(Alert.ILLEGAL_PARAMETER, "HelloRetryRequest that changes nothing"),
  WRONG_RETRY_GROUP(Alert.ILLEGAL_PARAMETER, "HelloRetryRequest for a share that was sent"),
  CHANGED_CLIENT_HELLO(Alert.ILLEGAL_PARAMETER, "second ClientHello differs from the first"),
  BAD_KEY_SHARE(Alert.ILLEGAL_PARAMETER, "key share is not valid"),
  DUPLICATE_KEY_SHARE(Alert.ILLEGAL_PARAMETER, "two key shares of one group"),
  KEY_SHARE_OUTSIDE_GROUPS(
      Alert.ILLEGAL_PARAMETER, "key share of a group that is not among the supported ones"),
  MISSING_KEY_SHARE(Alert.MISSING_EXTENSION, "no key share"),
  WRONG_KEY_SHARE_GROUP(Alert.ILLEGAL_PARAMETER, "key share of another group than asked for"),
  DOWNGRADE_DETECTED(Alert.ILLEGAL_PARAMETER, "version was downgraded on the way"),
  PSK_NOT_LAST(Alert.ILLEGAL_PARAMETER, "pre_shared_key is not the last extension"),
  MISSING_PSK_MODES(Alert.MISSING_EXTENSION, "pre_shared_key without psk_key_exchange_modes"),
  PSK_COUNTS_DIFFER(Alert.ILLEGAL_PARAMETER, "as many binders as identities are needed"),
  WRONG_BINDER(Alert.DECRYPT_ERROR, "PSK binder is wrong"),
  UNKNOWN_PSK_CHOSEN(Alert.UNKNOWN_PSK_IDENTITY, "server chose a PSK that was not offered"),
  PSK_HASH_DIFFERS(Alert.ILLEGAL_PARAMETER, "suite does not go with the PSK's hash"),
  EARLY_DATA_NOT_POSSIBLE(
      Alert.UNSUPPORTED_EXTENSION, "early data accepted that was not offered, or without its key"),
  EARLY_DATA_MISMATCH(Alert.ILLEGAL_PARAMETER, "early data accepted under other parameters"),
  UNOFFERED_PROTOCOL(
      Alert.ILLEGAL_PARAMETER, "server chose an application protocol that was not offered"),
  NOTHING_BUT_X509_OFFERED(
      Alert.ILLEGAL_PARAMETER, "a list of certificate types with nothing but the default in it"),
  UNOFFERED_CERTIFICATE_TYPE(
      Alert.ILLEGAL_PARAMETER, "server chose a type of certificate that was not offered"),
  NULL_COMPRESSION_MISSING(
      Alert.ILLEGAL_PARAMETER, "null compression is not among the methods offered"),
  WRONG_RENEGOTIATION_INFO(Alert.HANDSHAKE_FAILURE, "wrong renegotiation_info"),
  LOST_EXTENDED_MASTER_SECRET(
      Alert.HANDSHAKE_FAILURE, "session with extended master secret resumed without it"),
  RESUMED_WITH_OTHER_SUITE(Alert.ILLEGAL_PARAMETER, "session resumed with another suite"),
  RESUMED_WITH_OTHER_VERSION(Alert.ILLEGAL_PARAMETER, "session resumed with another version"),
  BAD_RECORD_SIZE_LIMIT(Alert.ILLEGAL_PARAMETER, "record size limit out of range"),

  // Authentication
  NO_CERTIFICATE(Alert.DECODE_ERROR, "server sent no certificate"),
  UNEXPECTED_REQUEST_CONTEXT(
      Alert.ILLEGAL_PARAMETER, "certificate request context where there is none"),
  CERTIFICATE_CHAIN_TOO_LONG(Alert.BAD_CERTIFICATE, "certificate chain longer than its bound"),
  UNPARSABLE_CERTIFICATE(Alert.DECODE_ERROR, "certificate cannot be parsed"),
  UNPARSABLE_PUBLIC_KEY(Alert.DECODE_ERROR, "raw public key cannot be parsed"),
  SEVERAL_PUBLIC_KEYS(Alert.ILLEGAL_PARAMETER, "more than one raw public key"),
  WRONG_KEY_USAGE(Alert.ILLEGAL_PARAMETER, "certificate's key is not for signing"),
  WRONG_SIGNATURE_SCHEME(
      Alert.ILLEGAL_PARAMETER, "signature scheme that was not offered or does not fit the key"),
  BAD_SIGNATURE(Alert.DECRYPT_ERROR, "signature is wrong"),
  WRONG_FINISHED(Alert.DECRYPT_ERROR, "Finished is wrong"),
  WRONG_KEY_TYPE(Alert.ILLEGAL_PARAMETER, "certificate's key does not go with the cipher suite"),
  UNOFFERED_CERTIFICATE_COMPRESSION(
      Alert.ILLEGAL_PARAMETER, "certificate compressed by an algorithm that was not offered"),
  BAD_CERTIFICATE_COMPRESSION(Alert.BAD_CERTIFICATE, "certificate cannot be decompressed"),
  BAD_TICKET_LIFETIME(Alert.ILLEGAL_PARAMETER, "ticket lifetime of more than seven days"),
  BAD_KEY_UPDATE(Alert.ILLEGAL_PARAMETER, "malformed KeyUpdate");

  private final Alert alert;
  private final String sentence;

  Misbehaviour(Alert alert, String sentence) {
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
