package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Side;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import javax.crypto.KEM;
import javax.crypto.KeyAgreement;
import org.conscrypt.Conscrypt;

/// The exchange of keys as the JCA offers it, by the provider that a side takes.
record PublicKeys(Provider provider) {
  static PublicKeys of(Side side) {
    return new PublicKeys(
        switch (side) {
          case MILLRACE, MILLRACE_CORRETTO -> Conscrypt.newProvider();
          case MILLRACE_JDK, SUNJSSE, CONSCRYPT, TCNATIVE -> Security.getProvider("SunEC");
        });
  }

  /// A key for X25519.
  KeyPair generate() throws GeneralSecurityException {
    return KeyPairGenerator.getInstance("X25519", provider).generateKeyPair();
  }

  /// What a client and a server do with X25519: two keys, two agreements.
  void exchange() throws GeneralSecurityException {
    KeyPair client = generate();
    KeyPair server = generate();
    agree(server.getPrivate(), client.getPublic());
    agree(client.getPrivate(), server.getPublic());
  }

  private void agree(PrivateKey own, PublicKey other) throws GeneralSecurityException {
    KeyAgreement agreement = KeyAgreement.getInstance("X25519", provider);
    agreement.init(own);
    agreement.doPhase(other, true);
    agreement.generateSecret();
  }

  /// What they do with ML-KEM-768, for which ours always takes the JDK's.
  static void encapsulate() throws GeneralSecurityException {
    KeyPair client = KeyPairGenerator.getInstance("ML-KEM-768").generateKeyPair();
    KEM kem = KEM.getInstance("ML-KEM-768");
    byte[] ciphertext = kem.newEncapsulator(client.getPublic()).encapsulate().encapsulation();
    kem.newDecapsulator(client.getPrivate()).decapsulate(ciphertext);
  }
}
