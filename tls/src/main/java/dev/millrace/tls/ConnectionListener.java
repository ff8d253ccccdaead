package dev.millrace.tls;

/// Is told of the connections of a context, whatever side of them it is: for those who count them.
///
/// Called by many threads at once, by the one that is at work on the connection: it must be quick,
/// wait for nothing, and not throw.
public interface ConnectionListener {
  /// How a connection ended.
  enum End {
    /// The handshake failed, or was given up.
    UNESTABLISHED,

    /// Either side closed it.
    CLOSED,

    /// The transport ended before the peer said that it sends no more: a crash, a middlebox, or an
    /// attack.
    TRUNCATED,

    /// It failed after the handshake.
    FAILED
  }

  /// A handshake begins.
  void begun();

  /// A handshake is complete.
  ///
  /// @param resumed whether an earlier session was resumed
  void established(boolean resumed);

  /// A connection is over, once for each that begun: an engine when both its directions are closed
  /// or it failed, a socket when it is closed. An engine that is dropped with a direction open
  /// never is.
  void ended(End end);
}
