package dev.millrace.tls.keys;

import dev.millrace.tls.crypto.Secret;

/// The last stage of the key schedule of TLS 1.3: see [EarlySecret]. It is needed until the
/// client's Finished is in the transcript.
public final class MasterSecret implements AutoCloseable {
  private static final Label CLIENT_TRAFFIC = Label.of("c ap traffic");
  private static final Label SERVER_TRAFFIC = Label.of("s ap traffic");
  private static final Label EXPORTER = Label.of("exp master");
  private static final Label RESUMPTION = Label.of("res master");

  private final KeyDerivation derivation;
  private final StageSecret secret;

  MasterSecret(KeyDerivation derivation, StageSecret secret) {
    this.derivation = derivation;
    this.secret = secret;
  }

  /// Protects the client's application data.
  ///
  /// @param handshakeHash the transcript hash up to the server's Finished
  public TrafficSecret clientTraffic(byte[] handshakeHash) {
    return secret.traffic(CLIENT_TRAFFIC, handshakeHash);
  }

  /// Protects the server's application data.
  ///
  /// @param handshakeHash the transcript hash up to the server's Finished
  public TrafficSecret serverTraffic(byte[] handshakeHash) {
    return secret.traffic(SERVER_TRAFFIC, handshakeHash);
  }

  /// What applications derive keying material of their own from.
  ///
  /// @param handshakeHash the transcript hash up to the server's Finished
  public ExporterSecret exporter(byte[] handshakeHash) {
    return new ExporterSecret(derivation, secret.derive(EXPORTER, handshakeHash));
  }

  /// What the pre-shared keys of tickets are derived from: see [ResumptionPsk].
  ///
  /// @param hashThroughClientFinished the transcript hash up to the client's Finished
  public Secret resumption(byte[] hashThroughClientFinished) {
    return secret.derive(RESUMPTION, hashThroughClientFinished);
  }

  @Override
  public void close() {
    secret.close();
  }

  @Override
  public String toString() {
    return "MasterSecret[" + derivation.hash() + "]";
  }
}
