package dev.millrace.bench.tls.side;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;

/// A client's and a server's context of one side, set to the same [Terms].
///
/// Safe for use by several threads.
public interface Contender {
  /// An engine that asks for [Identity#HOST], checks the chain and the name, and may resume a
  /// session with the same port.
  SSLEngine client(int port);

  SSLEngine server();

  /// How many times a client has checked a chain.
  long validations();

  /// A buffer of the kind that suits this side best.
  default ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size);
  }

  /// Frees what the collector does not.
  default void release(SSLEngine engine) {}
}
