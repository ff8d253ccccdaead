package dev.millrace.conformance.exchange;

import dev.millrace.tls.failure.TlsFailure;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a shim prints of a failure, with the causes. A failure of ours comes with its reason
/// between colons, which the runner looks for: `:BAD_RECORD_MAC:`.
final class FailureText {
  private FailureText() {}

  static String of(Throwable failure) {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .map(FailureText::one)
        .collect(Collectors.joining(", caused by "));
  }

  private static String one(Throwable failure) {
    return failure instanceof TlsFailure known
        ? ":%s: %s".formatted(known.reason(), known.getMessage())
        : failure.toString();
  }
}
