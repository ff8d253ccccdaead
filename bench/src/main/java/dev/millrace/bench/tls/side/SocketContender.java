package dev.millrace.bench.tls.side;

import java.io.IOException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/// A contender that has sockets as well, for TCP on loopback.
///
/// Safe for use by several threads.
public interface SocketContender extends Contender {
  /// A server's socket at a port that is free.
  SSLServerSocket listen() throws IOException;

  /// A client's socket that is connected and has said nothing yet.
  ///
  /// @param sessionPort the port whose session it may resume, whatever the port of the server
  SSLSocket connect(int port, int sessionPort) throws IOException;
}
