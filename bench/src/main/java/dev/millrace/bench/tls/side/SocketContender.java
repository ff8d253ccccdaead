package dev.millrace.bench.tls.side;

import java.io.IOException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// A client's and a server's context of one side over TCP on loopback.
///
/// Safe for use by several threads.
public interface SocketContender {
  /// A server's socket at a port that is free.
  SSLServerSocket listen() throws IOException;

  /// A client's socket that is connected and has said nothing yet.
  ///
  /// @param sessionPort the port whose session it may resume, whatever the port of the server
  SSLSocket connect(int port, int sessionPort) throws IOException;

  /// How many times a client has checked a chain.
  long validations();

  /// How many times a server has asked for its key, which it needs for full handshakes alone.
  long keysUsed();
}
