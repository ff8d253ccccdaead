package dev.millrace.tls;

import org.jspecify.annotations.Nullable;

/// Where sessions are kept for resumption: by session id on a server, by the peer's name and port
/// on a client. Implement it to keep them somewhere else, and see [TlsConfig] for what is there
/// already.
///
/// Called during handshakes by many threads at once; nothing may block for long. A store may forget
/// any session at any time: the next handshake is a full one then. One that throws counts as having
/// forgotten, and a warning is logged under the name of this interface, once a minute at most.
public interface SessionStore {
  /// Stores a session. Where the key has one already, the new one replaces it or comes on top.
  ///
  /// @param key bytes that the store must neither keep hold of nor change
  void put(byte[] key, StoredSession session);

  /// The newest session of a key, or null. It stays: TLS 1.2 resumes a session many times.
  @Nullable StoredSession get(byte[] key);

  /// Removes a session of a key and returns it, or null. Exact: of many callers at once, one gets
  /// it. What single use rests on (RFC 8446, section 8.1, and appendix C.4).
  @Nullable StoredSession take(byte[] key);

  /// Removes a session that must not be resumed any more.
  void remove(byte[] key, StoredSession session);
}
