package dev.millrace.tls;

/// How a server remembers the sessions that clients may resume.
public enum Resumption {
  /// Clients hold their sessions, in tickets that the server seals. The server keeps nothing but a
  /// key, and servers that share their keys resume each other's sessions.
  STATELESS,
  /// The server stores sessions, and clients hold their names. Tickets of TLS 1.3 are good for one
  /// connection each, and sessions can be revoked.
  STATEFUL,
  /// No session is resumed.
  NONE
}
