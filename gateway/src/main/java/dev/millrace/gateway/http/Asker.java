package dev.millrace.gateway.http;

import dev.millrace.gateway.access.Action;
import dev.millrace.gateway.access.Identity;
import dev.millrace.s3.sign.SigV4Verifier;
import dev.millrace.s3.sign.SignatureClaim;
import org.jspecify.annotations.Nullable;

/// Who asks, and how that was proved.
///
/// @param identity null where everybody may everything
/// @param proof the signature that was accepted; null where something else says who asks
record Asker(@Nullable Identity identity, @Nullable Proof proof) {
  /// A signature, and what it was verified by.
  record Proof(SignatureClaim claim, SigV4Verifier verifier) {}

  /// Under what name the asker's share of something is counted: the identity's, or where there are
  /// none, that of the network which `exchange` came from.
  String sharer(Exchange exchange) {
    return identity == null ? exchange.network() : identity.name();
  }

  /// As [Identity#may].
  boolean may(Action action, String bucket, String start) {
    return identity == null || identity.may(action, bucket, start);
  }
}
