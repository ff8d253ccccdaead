package dev.millrace.tls.connection;

import dev.millrace.tls.wire.NamedGroup;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import javax.crypto.KeyAgreement;

/// Key exchanges with private keys that are published.
final class Rfc8448KeyExchange {
  private Rfc8448KeyExchange() {}

  static byte[] agree(int group, byte[] privateKey, byte[] peer) throws GeneralSecurityException {
    return group == NamedGroup.X25519.code() ? x25519(privateKey, peer) : p256(privateKey, peer);
  }

  private static byte[] x25519(byte[] privateKey, byte[] peer) throws GeneralSecurityException {
    KeyFactory factory = KeyFactory.getInstance("X25519");
    byte[] bigEndian = new byte[peer.length];
    for (int i = 0; i < peer.length; i++) {
      bigEndian[i] = peer[peer.length - 1 - i];
    }
    return agree(
        "X25519",
        factory.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, privateKey)),
        factory.generatePublic(
            new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, bigEndian))));
  }

  private static byte[] p256(byte[] privateKey, byte[] peer) throws GeneralSecurityException {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
    KeyFactory factory = KeyFactory.getInstance("EC");
    ECPoint point =
        new ECPoint(
            new BigInteger(1, Arrays.copyOfRange(peer, 1, 33)),
            new BigInteger(1, Arrays.copyOfRange(peer, 33, 65)));
    return agree(
        "ECDH",
        factory.generatePrivate(new ECPrivateKeySpec(new BigInteger(1, privateKey), curve)),
        factory.generatePublic(new ECPublicKeySpec(point, curve)));
  }

  private static byte[] agree(String algorithm, PrivateKey ours, PublicKey peers)
      throws GeneralSecurityException {
    KeyAgreement agreement = KeyAgreement.getInstance(algorithm);
    agreement.init(ours);
    agreement.doPhase(peers, true);
    return agreement.generateSecret();
  }
}
