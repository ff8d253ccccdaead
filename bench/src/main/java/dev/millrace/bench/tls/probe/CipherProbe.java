package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Suite;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// [Load.RawCipher]: seals and opens 16 KB between arrays with the JDK's cipher, a fresh nonce each
/// time and five bytes of associated data, as a record has.
final class CipherProbe {
  private static final int PAYLOAD = 1 << 14;
  private static final int TAG = 16;
  private static final int NONCE = 12;
  private static final int HEADER = 5;

  private final Suite suite;
  private final SecretKey key;
  private final Cipher sealing;
  private final Cipher opening;
  private final byte[] nonce = new byte[NONCE];
  private final byte[] header = new byte[HEADER];
  private final byte[] payload = new byte[PAYLOAD];
  private final byte[] sealed = new byte[PAYLOAD + TAG];
  private final byte[] opened = new byte[PAYLOAD];
  private long sequence;

  private CipherProbe(Suite suite) throws GeneralSecurityException {
    this.suite = suite;
    int keyLength = suite == Suite.AES_128_GCM ? 16 : 32;
    String transformation =
        switch (suite) {
          case AES_128_GCM, AES_256_GCM -> "AES/GCM/NoPadding";
          case CHACHA20 -> "ChaCha20-Poly1305";
        };
    key = new SecretKeySpec(new byte[keyLength], transformation.replaceFirst("[/-].*", ""));
    sealing = Cipher.getInstance(transformation, "SunJCE");
    opening = Cipher.getInstance(transformation, "SunJCE");
  }

  static Probe open(Load.RawCipher load) throws GeneralSecurityException {
    CipherProbe probe = new CipherProbe(load.suite());
    return nanos -> Throughput.answer(Meter.run(nanos, probe::sealAndOpen), PAYLOAD);
  }

  private void sealAndOpen() throws GeneralSecurityException {
    ByteBuffer.wrap(nonce).putLong(NONCE - Long.BYTES, ++sequence);
    int length = run(sealing, Cipher.ENCRYPT_MODE, payload, PAYLOAD, sealed);
    run(opening, Cipher.DECRYPT_MODE, sealed, length, opened);
  }

  private int run(Cipher cipher, int mode, byte[] in, int length, byte[] out)
      throws GeneralSecurityException {
    cipher.init(mode, key, parameters());
    cipher.updateAAD(header);
    return cipher.doFinal(in, 0, length, out, 0);
  }

  private AlgorithmParameterSpec parameters() {
    return switch (suite) {
      case AES_128_GCM, AES_256_GCM -> new GCMParameterSpec(TAG * Byte.SIZE, nonce);
      case CHACHA20 -> new IvParameterSpec(nonce);
    };
  }
}
