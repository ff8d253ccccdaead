package dev.millrace.bench.s3;

/// What a server may offer on one port.
///
/// @param scheme whether there is TLS
/// @param connection what becomes of a connection after a response
record Door(Scheme scheme, Connection connection) {
  enum Scheme {
    HTTP,
    HTTPS
  }

  enum Connection {
    /// It takes the next request.
    KEEP,
    /// The server ends it, as it says in the response.
    CLOSE
  }
}
