package dev.millrace.conformance.exchange;

/// A connection did what the protocol allows, but not what the test expects.
final class ExpectationFailed extends Exception {
  private static final long serialVersionUID = 1;

  ExpectationFailed(String message) {
    super(message, null, false, false);
  }
}
