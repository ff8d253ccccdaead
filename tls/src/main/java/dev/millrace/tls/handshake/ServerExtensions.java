package dev.millrace.tls.handshake;

import dev.millrace.tls.extension.ApplicationProtocols;
import dev.millrace.tls.extension.Extension;
import dev.millrace.tls.extension.Extensions;
import dev.millrace.tls.extension.RecordSizeLimit;
import dev.millrace.tls.failure.Misbehaviour;
import dev.millrace.tls.failure.PeerMisbehaved;
import dev.millrace.tls.wire.ProtocolVersion;
import org.jspecify.annotations.Nullable;

/// What a client does with the answers to its extensions, in both versions.
final class ServerExtensions {
  private ServerExtensions() {}

  /// Refuses whatever the client did not ask for.
  static void requireSolicited(Extensions answers, Extensions offers) throws PeerMisbehaved {
    for (Extension answer : answers.list()) {
      // RFC 8446, section 4.2: "Implementations MUST NOT send extension responses if the remote
      // endpoint did not send the corresponding extension requests"
      if (!offers.hasType(answer.type()) || Grease.isGrease(answer.type())) {
        throw new PeerMisbehaved(Misbehaviour.UNSOLICITED_EXTENSION, "type " + answer.type());
      }
    }
  }

  /// The application protocol that the server chose, or null if it chose none.
  static @Nullable String applicationProtocol(Extensions answers, Policy policy)
      throws PeerMisbehaved {
    ApplicationProtocols chosen = answers.get(ApplicationProtocols.class);
    if (chosen == null) {
      return null;
    }
    // RFC 7301, section 3.1: "the "ProtocolNameList" MUST contain exactly one "ProtocolName"."
    if (chosen.names().size() != 1) {
      throw new PeerMisbehaved(Misbehaviour.MALFORMED_MESSAGE, "ALPN");
    }
    String name = ProtocolNames.decode(chosen.names().getFirst());
    if (!policy.applicationProtocols().contains(name)) {
      throw new PeerMisbehaved(Misbehaviour.UNOFFERED_PROTOCOL, name);
    }
    return name;
  }

  /// Takes up the limit of the other side, and from then on counts on it to keep ours.
  static void recordSizeLimit(Extensions answers, Endpoint endpoint, ProtocolVersion version)
      throws PeerMisbehaved {
    RecordSizeLimit theirs = answers.get(RecordSizeLimit.class);
    if (theirs == null) {
      return;
    }
    // RFC 8449, section 4: "An endpoint MUST treat receipt of a smaller value as a fatal error and
    // generate an "illegal_parameter" alert."
    if (theirs.limit() < RecordSizeLimit.MINIMUM) {
      throw new PeerMisbehaved(Misbehaviour.BAD_RECORD_SIZE_LIMIT);
    }
    // In TLS 1.3 the limit counts the content type as well.
    int overhead = version == ProtocolVersion.TLS_1_3 ? 1 : 0;
    endpoint.records().writeLimit(theirs.limit() - overhead);
    endpoint.records().readLimit(endpoint.policy().recordSizeLimit());
  }
}
