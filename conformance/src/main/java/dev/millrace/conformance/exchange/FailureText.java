package dev.millrace.conformance.exchange;

import dev.millrace.tls.failure.Incompatibility;
import dev.millrace.tls.failure.TlsFailure;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a shim prints of a failure, with the causes. A failure of ours comes with its reason
/// between colons, which the runner looks for: `:BAD_RECORD_MAC:`.
final class FailureText {
  private FailureText() {}

  /// Whether it is that the peer asked for a renegotiation.
  static boolean isRenegotiationRefused(Throwable failure) {
    return chain(failure)
        .anyMatch(each ->
            each instanceof TlsFailure known
                && known.reason().equals(Incompatibility.RENEGOTIATION_REFUSED.name()));
  }

  static String of(Throwable failure) {
    return chain(failure).map(FailureText::one).collect(Collectors.joining(", caused by "));
  }

  private static Stream<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  private static String one(Throwable failure) {
    return failure instanceof TlsFailure known
        ? ":%s: %s".formatted(known.reason(), known.getMessage())
        : failure.toString();
  }
}
