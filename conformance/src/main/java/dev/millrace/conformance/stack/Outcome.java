package dev.millrace.conformance.stack;

import java.security.PublicKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an implementation tells of a connection beyond JSSE. A component is null where it does not
/// tell, if nothing else is said.
///
/// @param resumed whether an earlier session was resumed
/// @param retried whether there was a HelloRetryRequest
/// @param group the code point of the key exchange group, 0 if there was none
/// @param peerSignatureScheme the code point of what the peer signed with, 0 if it did not sign
/// @param peerSignatureSchemes the code points of what the peer verifies, as it sent them
/// @param extendedMasterSecret whether RFC 7627 was used
/// @param earlyData what became of early data
/// @param sessionIdIssued whether the session can be resumed by an id that the server remembers
/// @param newSession what a client was given to resume by; empty means: nothing
/// @param peerRawPublicKey by which the peer proved who it is, or null if it did not by such a key
/// @param credential the number of the credential that was used, -1 for the one without a number or
///   for none
public record Outcome(
    @Nullable Boolean resumed,
    @Nullable Boolean retried,
    @Nullable Integer group,
    @Nullable Integer peerSignatureScheme,
    @Nullable List<Integer> peerSignatureSchemes,
    @Nullable Boolean extendedMasterSecret,
    EarlyData earlyData,
    @Nullable Boolean sessionIdIssued,
    @Nullable NewSession newSession,
    @Nullable PublicKey peerRawPublicKey,
    int credential) {

  /// What became of early data.
  public enum EarlyData {
    /// The client offered none.
    NONE,
    /// It flows, and the handshake goes on.
    UNDER_WAY,
    ACCEPTED,
    REJECTED
  }

  /// What a client holds to resume by.
  public enum NewSession {
    NONE,
    /// A session for resumption alone.
    WITHOUT_EARLY_DATA,
    /// A session that allows early data.
    WITH_EARLY_DATA
  }

  /// All that JSSE does not tell, left out.
  public static Outcome untold(int credential) {
    return new Outcome(
        null, null, null, null, null, null, EarlyData.NONE, null, null, null, credential);
  }
}
