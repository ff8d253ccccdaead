package dev.millrace.tls.extension;

import dev.millrace.tls.wire.WireWriter;

/// record_size_limit (RFC 8449).
///
/// @param limit the largest plaintext that the sender takes, in TLS 1.3 with its type and padding
public record RecordSizeLimit(int limit) implements Extension {
  /// RFC 8449, section 4: "Endpoints MUST NOT send a "record_size_limit" extension with a value
  /// smaller than 64."
  public static final int MINIMUM = 64;

  @Override
  public int type() {
    return ExtensionType.RECORD_SIZE_LIMIT;
  }

  @Override
  public void writeBody(WireWriter out) {
    out.u16(limit);
  }
}
