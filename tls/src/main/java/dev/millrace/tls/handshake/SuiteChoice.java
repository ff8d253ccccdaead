package dev.millrace.tls.handshake;

import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.List;

/// The suites that both sides of a connection speak.
final class SuiteChoice {
  private SuiteChoice() {}

  /// The common suites of a version, the preferred first: in our order or the client's, as the
  /// policy says.
  static List<CipherSuite> in(Policy policy, ClientHello hello, ProtocolVersion version) {
    List<CipherSuite> common = new ArrayList<>();
    if (policy.ownSuiteOrder()) {
      for (CipherSuite suite : policy.suites()) {
        if (suite.version() == version && hello.cipherSuites().contains(suite.code())) {
          common.add(suite);
        }
      }
      return common;
    }
    for (int i = 0; i < hello.cipherSuites().size(); i++) {
      CipherSuite suite = CipherSuite.ofCode(hello.cipherSuites().get(i));
      if (suite != null && suite.version() == version && policy.suites().contains(suite)) {
        common.add(suite);
      }
    }
    return common;
  }
}
