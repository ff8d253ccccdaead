package dev.millrace.tls.handshake;

import dev.millrace.tls.keys.MasterSecret12;
import org.jspecify.annotations.Nullable;

/// The exporter of TLS 1.2 (RFC 5705).
///
/// @param master becomes the exporter's own
record Exporter12(MasterSecret12 master, byte[] clientRandom, byte[] serverRandom)
    implements Exporter {
  @Override
  public byte[] export(String label, byte @Nullable [] context, int length) {
    return master.export(label, context, length, clientRandom, serverRandom);
  }

  @Override
  public void close() {
    master.close();
  }
}
