package dev.millrace.tls.crypto;

import java.security.PrivateKey;

/// A key pair for one handshake.
///
/// @param publicValue what is sent of the public key; not to be changed
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record EphemeralKey(PrivateKey privateKey, byte[] publicValue) {
  @Override
  public String toString() {
    return "EphemeralKey[" + privateKey.getAlgorithm() + "]";
  }
}
