package dev.millrace.tls.extension;

/// The code points of the extensions that are understood here (RFC 8446, section 4.2, and the RFCs
/// named with each).
public final class ExtensionType {
  /// RFC 6066, section 3.
  public static final int SERVER_NAME = 0;

  /// RFC 6066, section 8.
  public static final int STATUS_REQUEST = 5;

  /// RFC 8446, section 4.2.7.
  public static final int SUPPORTED_GROUPS = 10;

  /// RFC 8422, section 5.1.2.
  public static final int EC_POINT_FORMATS = 11;

  /// RFC 8446, section 4.2.3.
  public static final int SIGNATURE_ALGORITHMS = 13;

  /// RFC 7301.
  public static final int APPLICATION_LAYER_PROTOCOL_NEGOTIATION = 16;

  /// RFC 7250.
  public static final int CLIENT_CERTIFICATE_TYPE = 19;

  /// RFC 7250.
  public static final int SERVER_CERTIFICATE_TYPE = 20;

  /// RFC 7685.
  public static final int PADDING = 21;

  /// RFC 7627.
  public static final int EXTENDED_MASTER_SECRET = 23;

  /// RFC 8879.
  public static final int COMPRESS_CERTIFICATE = 27;

  /// RFC 8449.
  public static final int RECORD_SIZE_LIMIT = 28;

  /// RFC 5077.
  public static final int SESSION_TICKET = 35;

  /// RFC 8446, section 4.2.11.
  public static final int PRE_SHARED_KEY = 41;

  /// RFC 8446, section 4.2.10.
  public static final int EARLY_DATA = 42;

  /// RFC 8446, section 4.2.1.
  public static final int SUPPORTED_VERSIONS = 43;

  /// RFC 8446, section 4.2.2.
  public static final int COOKIE = 44;

  /// RFC 8446, section 4.2.9.
  public static final int PSK_KEY_EXCHANGE_MODES = 45;

  /// RFC 8446, section 4.2.4.
  public static final int CERTIFICATE_AUTHORITIES = 47;

  /// RFC 8446, section 4.2.3.
  public static final int SIGNATURE_ALGORITHMS_CERT = 50;

  /// RFC 8446, section 4.2.8.
  public static final int KEY_SHARE = 51;

  /// RFC 5746.
  public static final int RENEGOTIATION_INFO = 0xFF01;

  private ExtensionType() {}
}
