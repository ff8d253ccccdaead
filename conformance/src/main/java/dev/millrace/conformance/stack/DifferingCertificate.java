package dev.millrace.conformance.stack;

import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Principal;
import java.security.PublicKey;
import java.security.SignatureException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/// A certificate that differs from another one in what a subclass overrides.
@SuppressWarnings("deprecation")
abstract class DifferingCertificate extends X509Certificate {
  private static final long serialVersionUID = 1;

  private final X509Certificate model;

  DifferingCertificate(X509Certificate model) {
    this.model = model;
  }

  @Override
  public X500Principal getSubjectX500Principal() {
    return model.getSubjectX500Principal();
  }

  @Override
  public X500Principal getIssuerX500Principal() {
    return model.getIssuerX500Principal();
  }

  @Override
  public Principal getSubjectDN() {
    return model.getSubjectDN();
  }

  @Override
  public Principal getIssuerDN() {
    return model.getIssuerDN();
  }

  @Override
  public byte[] getEncoded() throws CertificateEncodingException {
    return model.getEncoded();
  }

  @Override
  public byte[] getTBSCertificate() throws CertificateEncodingException {
    return model.getTBSCertificate();
  }

  @Override
  public int getVersion() {
    return model.getVersion();
  }

  @Override
  public BigInteger getSerialNumber() {
    return model.getSerialNumber();
  }

  @Override
  public Date getNotBefore() {
    return model.getNotBefore();
  }

  @Override
  public Date getNotAfter() {
    return model.getNotAfter();
  }

  @Override
  public byte[] getSignature() {
    return model.getSignature();
  }

  @Override
  public String getSigAlgName() {
    return model.getSigAlgName();
  }

  @Override
  public String getSigAlgOID() {
    return model.getSigAlgOID();
  }

  @Override
  public byte @Nullable [] getSigAlgParams() {
    return model.getSigAlgParams();
  }

  @Override
  public boolean @Nullable [] getIssuerUniqueID() {
    return model.getIssuerUniqueID();
  }

  @Override
  public boolean @Nullable [] getSubjectUniqueID() {
    return model.getSubjectUniqueID();
  }

  @Override
  public boolean @Nullable [] getKeyUsage() {
    return model.getKeyUsage();
  }

  @Override
  public int getBasicConstraints() {
    return model.getBasicConstraints();
  }

  @Override
  public PublicKey getPublicKey() {
    return model.getPublicKey();
  }

  @Override
  public boolean hasUnsupportedCriticalExtension() {
    return model.hasUnsupportedCriticalExtension();
  }

  @Override
  public @Nullable Set<String> getCriticalExtensionOIDs() {
    return model.getCriticalExtensionOIDs();
  }

  @Override
  public @Nullable Set<String> getNonCriticalExtensionOIDs() {
    return model.getNonCriticalExtensionOIDs();
  }

  @Override
  public String toString() {
    return model.toString();
  }

  @Override
  public byte @Nullable [] getExtensionValue(String oid) {
    return model.getExtensionValue(oid);
  }

  @Override
  public void checkValidity() throws CertificateExpiredException, CertificateNotYetValidException {
    model.checkValidity();
  }

  @Override
  public void checkValidity(Date date)
      throws CertificateExpiredException, CertificateNotYetValidException {
    model.checkValidity(date);
  }

  @Override
  public void verify(PublicKey key)
      throws CertificateException,
          NoSuchAlgorithmException,
          InvalidKeyException,
          NoSuchProviderException,
          SignatureException {
    model.verify(key);
  }

  @Override
  public void verify(PublicKey key, String provider)
      throws CertificateException,
          NoSuchAlgorithmException,
          InvalidKeyException,
          NoSuchProviderException,
          SignatureException {
    model.verify(key, provider);
  }
}
