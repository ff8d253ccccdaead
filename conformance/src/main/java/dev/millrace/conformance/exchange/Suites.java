package dev.millrace.conformance.exchange;

import dev.millrace.conformance.flag.Unimplemented;
import dev.millrace.tls.wire.CipherSuite;

/// The code points of cipher suites.
final class Suites {
  private Suites() {}

  /// @throws Unimplemented if we do not speak a suite of that name
  static int codeOf(String name) {
    try {
      return CipherSuite.valueOf(name).code();
    } catch (IllegalArgumentException _) {
      throw new Unimplemented(name);
    }
  }
}
