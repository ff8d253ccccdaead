package dev.millrace.tls.handshake;

import dev.millrace.tls.crypto.CryptoServices;
import dev.millrace.tls.keys.Transcript;
import dev.millrace.tls.wire.HashAlgorithm;
import dev.millrace.tls.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;

/// The messages of a handshake of TLS 1.2: their hash, and themselves, since a client signs the
/// messages with whatever hash its scheme has (RFC 5246, section 7.4.8).
final class Transcript12 {
  private final Transcript hashed;
  private final List<byte[]> messages = new ArrayList<>();

  Transcript12(CryptoServices crypto, HashAlgorithm algorithm) {
    hashed = new Transcript(crypto);
    hashed.choose(algorithm);
  }

  void add(byte[] message) {
    hashed.add(message);
    messages.add(message);
  }

  byte[] hash() {
    return hashed.hash();
  }

  byte[] messages() {
    return WireWriter.written(out -> messages.forEach(out::bytes));
  }
}
