package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Contender;
import java.io.IOException;
import java.util.Collection;

/// Sees to it that clients check a chain in each full handshake, and in no resumed one.
final class Validations {
  private final Collection<? extends Contender> contenders;
  private final boolean resumed;
  private final long before;

  /// From here on.
  Validations(Collection<? extends Contender> contenders, boolean resumed) {
    this.contenders = contenders;
    this.resumed = resumed;
    before = count();
  }

  /// @throws IOException if there were more or fewer than so many handshakes call for
  void check(long handshakes) throws IOException {
    long validations = count() - before;
    if (validations != (resumed ? 0 : handshakes)) {
      throw new IOException(
          "%d %s handshakes checked %d certificates"
              .formatted(handshakes, resumed ? "resumed" : "full", validations));
    }
  }

  private long count() {
    return contenders.stream().mapToLong(Contender::validations).sum();
  }
}
