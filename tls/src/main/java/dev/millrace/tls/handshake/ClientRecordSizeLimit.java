package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.RecordSizeLimit;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// What a server does with the record size limit of a client (RFC 8449), in both versions.
final class ClientRecordSizeLimit {
  private ClientRecordSizeLimit() {}

  /// Takes up the client's limit from the next records on.
  ///
  /// @return our answer, or null if there is none to be given
  static @Nullable RecordSizeLimit answer(
      Endpoint endpoint, ClientHello hello, ProtocolVersion version) throws PeerMisbehaved {
    RecordSizeLimit theirs = hello.extensions().get(RecordSizeLimit.class);
    int ours = endpoint.policy().recordSizeLimit();
    if (theirs == null) {
      return null;
    }
    if (theirs.limit() < RecordSizeLimit.MINIMUM) {
      throw new PeerMisbehaved(Misbehaviour.BAD_RECORD_SIZE_LIMIT);
    }
    if (ours == 0) {
      return null;
    }
    int overhead = version == ProtocolVersion.TLS_1_3 ? 1 : 0;
    endpoint.records().writeLimit(theirs.limit() - overhead);
    endpoint.records().readLimit(ours);
    return new RecordSizeLimit(ours);
  }
}
