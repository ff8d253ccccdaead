package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.message.KeyUpdate;
import dev.millrace.tls.wire.ProtocolVersion;

/// The states after a handshake.
public sealed interface Established extends State
    permits ClientEstablished, ServerEstablished, ClientEstablished12, ServerEstablished12 {

  /// What the peers agreed on.
  Negotiated negotiated();

  @Override
  default ProtocolVersion version() {
    return negotiated().version();
  }

  @Override
  default void close() {
    negotiated().exporter().close();
  }

  /// Follows the peer to its next keys, and has our own follow if it asks for that.
  static void onKeyUpdate(RecordLayer records, KeyUpdate update) throws TlsFailure {
    records.updateReadKeys();
    if (update.updateRequested()) {
      records.updateWriteKeysSoon();
    }
  }
}
