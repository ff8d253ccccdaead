package dev.millrace.tls.handshake;

import dev.millrace.tls.failure.Alert;
import dev.millrace.tls.failure.TlsFailure;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// How a connection ended: nothing more comes from the peer, and nothing more can be sent.
///
/// @param version null if none was negotiated
/// @param failure why, or null if it was closed
/// @param lastAlert of this side: `close_notify`, the alert of the failure, or null if the peer was
///   told nothing
/// @param closeNotified whether the peer said that it sends no more
/// @param truncated whether the transport ended before the peer said that it would
public record Ending(
    @Nullable ProtocolVersion version,
    @Nullable TlsFailure failure,
    @Nullable Alert lastAlert,
    boolean closeNotified,
    boolean truncated,
    Traffic received,
    Traffic sent) {

  /// What went one way.
  ///
  /// @param bytes of application data
  /// @param records of any kind that were sealed, or opened
  /// @param keyUpdates of TLS 1.3
  public record Traffic(long bytes, long records, int keyUpdates) {}
}
