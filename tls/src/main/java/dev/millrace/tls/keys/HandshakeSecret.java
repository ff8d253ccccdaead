package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.Secret;

/// The second stage of the key schedule of TLS 1.3, after the key exchange: see [EarlySecret].
public final class HandshakeSecret implements AutoCloseable {
  private static final Label CLIENT_TRAFFIC = Label.of("c hs traffic");
  private static final Label SERVER_TRAFFIC = Label.of("s hs traffic");

  private final KeyDerivation derivation;
  private final StageSecret secret;

  HandshakeSecret(KeyDerivation derivation, StageSecret secret) {
    this.derivation = derivation;
    this.secret = secret;
  }

  /// Protects the rest of the client's handshake.
  ///
  /// @param helloHash the transcript hash up to the ServerHello
  public TrafficSecret clientTraffic(byte[] helloHash) {
    return secret.traffic(CLIENT_TRAFFIC, helloHash);
  }

  /// Protects the rest of the server's handshake.
  ///
  /// @param helloHash the transcript hash up to the ServerHello
  public TrafficSecret serverTraffic(byte[] helloHash) {
    return secret.traffic(SERVER_TRAFFIC, helloHash);
  }

  /// The next stage. This one is zeroed.
  public MasterSecret master() {
    try (this;
        Secret zeros = derivation.zeros()) {
      return new MasterSecret(derivation, secret.next(zeros));
    }
  }

  @Override
  public void close() {
    secret.close();
  }

  @Override
  public String toString() {
    return "HandshakeSecret[" + derivation.hash() + "]";
  }
}
