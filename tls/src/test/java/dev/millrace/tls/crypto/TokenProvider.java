package dev.millrace.tls.crypto;

import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A provider like that of PKCS #11: it signs, with keys that have no encoding, and nobody else can
/// use them.
final class TokenProvider extends Provider {
  static final String NAME = "Token";
  private static final long serialVersionUID = 1L;

  TokenProvider() {
    super(NAME, "1", "for tests");
    for (String algorithm : List.of("SHA256withECDSA", "SHA256withRSA", "RSASSA-PSS")) {
      putService(
          new Service(
              this, "Signature", algorithm, TokenSignature.class.getName(), null, Map.of()) {
            @Override
            public Object newInstance(@Nullable Object parameter) throws NoSuchAlgorithmException {
              return new TokenSignature(Signature.getInstance(algorithm));
            }
          });
    }
  }

  static final class TokenKey implements PrivateKey {
    private static final long serialVersionUID = 1L;

    private final PrivateKey hidden;

    TokenKey(PrivateKey hidden) {
      this.hidden = hidden;
    }

    @Override
    public String getAlgorithm() {
      return hidden.getAlgorithm();
    }

    @Override
    public @Nullable String getFormat() {
      return null;
    }

    @Override
    public byte @Nullable [] getEncoded() {
      return null;
    }
  }

  private static final class TokenSignature extends SignatureSpi {
    private final Signature inToken;

    TokenSignature(Signature inToken) {
      this.inToken = inToken;
    }

    @Override
    protected void engineInitSign(PrivateKey key, SecureRandom random) throws InvalidKeyException {
      engineInitSign(key);
    }

    @Override
    protected void engineInitSign(PrivateKey key) throws InvalidKeyException {
      if (!(key instanceof TokenKey ours)) {
        throw new InvalidKeyException("not a key of this token");
      }
      inToken.initSign(ours.hidden);
    }

    @Override
    protected void engineInitVerify(PublicKey key) throws InvalidKeyException {
      throw new InvalidKeyException("this token only signs");
    }

    @Override
    protected void engineSetParameter(AlgorithmParameterSpec parameters)
        throws InvalidAlgorithmParameterException {
      inToken.setParameter(parameters);
    }

    @Override
    protected void engineUpdate(byte one) throws SignatureException {
      inToken.update(one);
    }

    @Override
    protected void engineUpdate(byte[] bytes, int from, int length) throws SignatureException {
      inToken.update(bytes, from, length);
    }

    @Override
    protected byte[] engineSign() throws SignatureException {
      return inToken.sign();
    }

    @Override
    protected boolean engineVerify(byte[] signature) {
      return false;
    }

    @Override
    @Deprecated
    protected void engineSetParameter(String name, Object value) {
      throw new UnsupportedOperationException();
    }

    @Override
    @Deprecated
    protected Object engineGetParameter(String name) {
      throw new UnsupportedOperationException();
    }
  }
}
