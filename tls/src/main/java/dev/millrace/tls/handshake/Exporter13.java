package dev.millrace.tls.handshake;

import dev.millrace.tls.keys.ExporterSecret;
import org.jspecify.annotations.Nullable;

/// The exporter of TLS 1.3 (RFC 8446, section 7.5), to which no context and an empty one are the
/// same.
record Exporter13(ExporterSecret secret) implements Exporter {
  private static final byte[] NO_CONTEXT = {};

  @Override
  public byte[] export(String label, byte @Nullable [] context, int length) {
    return secret.export(label, context == null ? NO_CONTEXT : context, length);
  }

  @Override
  public void close() {
    secret.close();
  }
}
