package dev.millrace.tls.jsse;

import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/// The plain socket under a TLS socket.
///
/// @param consumed bytes that were read from it before, or null
/// @param autoClose whether it is closed with the TLS socket
record Layer(Socket socket, @Nullable InputStream consumed, boolean autoClose) {
  InputStream input() throws IOException {
    InputStream own = socket.getInputStream();
    return consumed == null ? own : new SequenceInputStream(consumed, own);
  }
}
