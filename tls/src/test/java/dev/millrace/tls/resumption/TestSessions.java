package dev.millrace.tls.resumption;

import dev.millrace.tls.crypto.Secret;
import dev.millrace.tls.handshake.ResumableSession;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// Sessions to be stored, an hour long.
final class TestSessions {
  static final long LIFETIME = 3600;

  private TestSessions() {}

  static ResumableSession tls13(long now) {
    return of(ProtocolVersion.TLS_1_3, CipherSuite.TLS_AES_256_GCM_SHA384, now);
  }

  static ResumableSession tls12(long now) {
    return of(ProtocolVersion.TLS_1_2, CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, now);
  }

  private static ResumableSession of(ProtocolVersion version, CipherSuite suite, long now) {
    return new ResumableSession(
        version,
        suite,
        null,
        new Secret(new byte[48]),
        new byte[0],
        true,
        now,
        now,
        LIFETIME,
        7,
        0,
        "example.com",
        "h2",
        null,
        List.of(),
        null,
        new ConcurrentHashMap<>());
  }
}
