package dev.millrace.tls.extension;

/// The messages that carry extensions. Where an extension may be is in the table of RFC 8446,
/// section 4.2; the ServerHello of TLS 1.2 carries what EncryptedExtensions do in TLS 1.3.
public enum ExtensionPlace {
  CLIENT_HELLO,
  SERVER_HELLO,
  HELLO_RETRY_REQUEST,
  ENCRYPTED_EXTENSIONS,
  CERTIFICATE,
  CERTIFICATE_REQUEST,
  NEW_SESSION_TICKET
}
