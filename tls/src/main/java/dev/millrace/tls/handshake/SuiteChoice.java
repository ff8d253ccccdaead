package dev.millrace.tls.handshake;

import dev.millrace.tls.message.ClientHello;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The suites that both sides of a connection speak.
final class SuiteChoice {
  private SuiteChoice() {}

  /// The common suites of a version, the preferred first: in our order or the client's, as the
  /// policy says.
  static Stream<CipherSuite> in(Policy policy, ClientHello hello, ProtocolVersion version) {
    Stream<CipherSuite> common =
        policy.ownSuiteOrder()
            ? policy.suites().stream().filter(suite -> hello.cipherSuites().contains(suite.code()))
            : IntStream.range(0, hello.cipherSuites().size())
                .mapToObj(index -> CipherSuite.ofCode(hello.cipherSuites().get(index)))
                .filter(Objects::nonNull)
                .filter(policy.suites()::contains);
    return common.filter(suite -> suite.version() == version);
  }
}
