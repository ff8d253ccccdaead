package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.CryptoServices;

/// This side of a connection, as all states see it.
public record Endpoint(Policy policy, Application application, RecordLayer records) {
  CryptoServices crypto() {
    return policy.crypto();
  }
}
