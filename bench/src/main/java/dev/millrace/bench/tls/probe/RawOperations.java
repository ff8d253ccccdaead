package dev.millrace.bench.tls.probe;

import dev.millrace.bench.tls.side.Groups;
import dev.millrace.bench.tls.side.Identity;
import dev.millrace.bench.tls.side.KeyKind;
import dev.millrace.bench.tls.side.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ServiceLoader;
import org.conscrypt.Conscrypt;

/// [Load.RawOperations]: what public-key cryptography a client and a server need for a handshake,
/// and nothing else. Keys are exchanged with two key generations and two agreements; a server that
/// authenticates signs once, and its client verifies that and the certificate.
final class RawOperations {
  private static final byte[] CONTENT = new byte[130];

  private final Provider signatures;
  private final KeyKind kind;
  private final PrivateKey privateKey;
  private final PublicKey publicKey;

  private RawOperations(Side side, Identity identity, KeyKind kind)
      throws GeneralSecurityException {
    this.kind = kind;
    signatures = signatures(side, kind);
    KeyFactory keys = KeyFactory.getInstance(identity.key().getAlgorithm(), signatures);
    privateKey = keys.generatePrivate(new PKCS8EncodedKeySpec(identity.key().getEncoded()));
    publicKey =
        keys.generatePublic(
            new X509EncodedKeySpec(identity.certificate().getPublicKey().getEncoded()));
  }

  private static Provider signatures(Side side, KeyKind kind) {
    return switch (side) {
      case MILLRACE -> Conscrypt.newProvider();
      case MILLRACE_CORRETTO -> corretto();
      case MILLRACE_JDK, SUNJSSE, CONSCRYPT, TCNATIVE ->
          Security.getProvider(
              switch (kind) {
                case ECDSA -> "SunEC";
                case RSA -> "SunRsaSign";
              });
    };
  }

  /// Not named as a class: in other JVMs it is not there.
  private static Provider corretto() {
    return ServiceLoader.load(Provider.class).stream()
        .filter(service -> service.type().getSimpleName().equals("AmazonCorrettoCryptoProvider"))
        .findFirst()
        .orElseThrow()
        .get();
  }

  static Probe open(Side side, Path folder, Load.RawOperations load)
      throws IOException, GeneralSecurityException {
    KeyKind kind = load.kind().key();
    PublicKeys keys = PublicKeys.of(side);
    RawOperations operations = new RawOperations(side, Identity.of(folder, kind), kind);
    return nanos ->
        Meter.run(
                nanos,
                () -> {
                  keys.exchange();
                  if (load.groups() == Groups.HYBRID) {
                    PublicKeys.encapsulate();
                  }
                  if (!load.kind().resumed()) {
                    operations.authenticate();
                  }
                })
            .answer();
  }

  private void authenticate() throws GeneralSecurityException {
    Signature signer = signature();
    signer.initSign(privateKey);
    signer.update(CONTENT);
    byte[] signed = signer.sign();
    verify(signed);
    verify(signed);
  }

  private void verify(byte[] signed) throws GeneralSecurityException {
    Signature verifier = signature();
    verifier.initVerify(publicKey);
    verifier.update(CONTENT);
    if (!verifier.verify(signed)) {
      throw new GeneralSecurityException("a signature of our own does not fit");
    }
  }

  private Signature signature() throws GeneralSecurityException {
    return switch (kind) {
      case ECDSA -> Signature.getInstance("SHA256withECDSA", signatures);
      case RSA -> {
        boolean named = signatures.getService("Signature", "SHA256withRSA/PSS") != null;
        Signature pss =
            Signature.getInstance(named ? "SHA256withRSA/PSS" : "RSASSA-PSS", signatures);
        pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
        yield pss;
      }
    };
  }
}
