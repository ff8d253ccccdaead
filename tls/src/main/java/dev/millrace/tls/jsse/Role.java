package dev.millrace.tls.jsse;

/// Which side of a connection.
enum Role {
  CLIENT,
  SERVER
}
