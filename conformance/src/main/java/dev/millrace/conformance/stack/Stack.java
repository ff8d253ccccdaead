package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.ShimOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;

/// An implementation of TLS under test, for the connections of one test: what it remembers of one,
/// such as a session, is there for the next. Used by one thread at a time.
public interface Stack {

  /// Makes what speaks TLS on the next connection.
  ///
  /// @throws dev.millrace.conformance.flag.Unimplemented if an option cannot be had
  /// @throws IOException if a file that the options name cannot be read
  /// @throws GeneralSecurityException if the options make no sense to the implementation
  Endpoint open(ShimOptions options) throws IOException, GeneralSecurityException;
}
