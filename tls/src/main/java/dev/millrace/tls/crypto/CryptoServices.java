package dev.millrace.tls.crypto;

import dev.millrace.tls.failure.LocalFailure;
import dev.millrace.tls.wire.AeadAlgorithm;
import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.HashAlgorithm;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The cryptography that TLS is made of. None of it is ours: each algorithm is taken from the first
/// provider of the JCA that has it, and which one that is, is found out once, here.
///
/// Public-key operations come from native code where a provider with it is installed (Amazon
/// Corretto Crypto Provider, then Conscrypt) or brought by a service of
/// [dev.millrace.tls.PublicKeyCryptography], everything else from the JDK.
///
/// An algorithm that no provider has is missing only to those who use it: the `supports` methods
/// say what there is.
///
/// Immutable, and safe for use by several threads: one instance serves many connections.
public final class CryptoServices {
  private final SecureRandom random;
  private final PublicRandom publicRandom;
  private final Map<HashAlgorithm, MessageDigest> digests;
  private final Map<HashAlgorithm, byte[]> hashesOfNothing;
  private final Map<HashAlgorithm, Hmac.Source> hmacs;
  private final Map<AeadAlgorithm, AeadCipher.Source> ciphers;
  private final Map<Curve, CurveAgreement> agreements;
  private final @Nullable MlKem768 mlKem;
  private final Map<SignatureScheme, SignatureAlgorithm> signatures;

  CryptoServices(SecureRandom random, ProviderOrder jdkFirst, ProviderOrder nativeFirst) {
    this.random = random;
    publicRandom = new PublicRandom(random);
    digests = each(HashAlgorithm.values(), hash -> jdkFirst.first(p -> prototype(hash, p)));
    hashesOfNothing =
        each(
            HashAlgorithm.values(),
            hash -> digests.containsKey(hash) ? digest(hash).digest() : null);
    hmacs =
        each(
            HashAlgorithm.values(),
            hash -> digests.containsKey(hash) ? new Hmac.Source(hash, () -> digest(hash)) : null);
    ciphers =
        each(AeadAlgorithm.values(), aead -> jdkFirst.first(p -> source(aead, p, nativeFirst)));
    agreements =
        each(Curve.values(), curve -> nativeFirst.first(p -> CurveAgreement.by(p, curve, random)));
    mlKem = jdkFirst.first(p -> MlKem768.by(p, random));
    signatures =
        each(
            SignatureScheme.values(),
            scheme ->
                (nativeProvidersTake(scheme) ? nativeFirst : jdkFirst)
                    .first(p -> SignatureAlgorithm.by(p, scheme)));
  }

  /// From the providers that are installed now, with a source of randomness of their own: the JDK's
  /// has one lock for the whole JVM, native ones have none.
  public static CryptoServices resolve() {
    SecureRandom nativeRandom = ProviderOrder.natives().first(CryptoServices::random);
    return resolve(nativeRandom == null ? new SecureRandom() : nativeRandom);
  }

  /// Providers call what they have by different names.
  private static SecureRandom random(Provider provider) throws GeneralSecurityException {
    for (Provider.Service service : provider.getServices()) {
      if (service.getType().equals("SecureRandom")) {
        return SecureRandom.getInstance(service.getAlgorithm(), provider);
      }
    }
    throw new NoSuchAlgorithmException(provider.getName() + " has no SecureRandom");
  }

  /// From the providers that are installed now.
  ///
  /// @param random safe for use by several threads
  public static CryptoServices resolve(SecureRandom random) {
    return new CryptoServices(random, ProviderOrder.jdkFirst(), ProviderOrder.nativeFirst());
  }

  public SecureRandom random() {
    return random;
  }

  /// Random bytes that everybody may see, and none of which is part of a cipher's nonce.
  ///
  /// @param length up to 1024
  public byte[] publicRandomBytes(int length) {
    return publicRandom.bytes(length);
  }

  public boolean supports(NamedGroup group) {
    return agreements.containsKey(Curve.of(group))
        && (group != NamedGroup.X25519MLKEM768 || mlKem != null);
  }

  public boolean supports(CipherSuite suite) {
    HashAlgorithm hash = suite.hash();
    return ciphers.containsKey(suite.aead()) && digests.containsKey(hash);
  }

  public boolean supports(SignatureScheme scheme) {
    return signatures.containsKey(scheme);
  }

  /// A fresh digest, which can be cloned.
  ///
  /// @throws IllegalStateException if no provider has it
  public MessageDigest digest(HashAlgorithm hash) {
    try {
      return (MessageDigest) there(digests, hash).clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The digest of an empty message; not a copy, not to be changed.
  ///
  /// @throws IllegalStateException if no provider has it
  public byte[] hashOfNothing(HashAlgorithm hash) {
    return there(hashesOfNothing, hash);
  }

  /// HMAC (RFC 2104) under a key; the caller closes it.
  ///
  /// @throws IllegalStateException if no provider has it, or the key is closed
  public Hmac hmac(HashAlgorithm hash, Secret key) {
    return there(hmacs, hash).with(key);
  }

  /// What seals or opens with an AEAD algorithm; the caller closes it.
  ///
  /// @throws IllegalStateException if no provider has it
  public AeadCipher aead(AeadAlgorithm algorithm) {
    return there(ciphers, algorithm).cipher();
  }

  CurveAgreement agreement(Curve curve) throws LocalFailure {
    return present(agreements.get(curve), curve);
  }

  MlKem768 mlKem() throws LocalFailure {
    return present(mlKem, "ML-KEM-768");
  }

  SignatureAlgorithm signature(SignatureScheme scheme) throws LocalFailure {
    return present(signatures.get(scheme), scheme.wireName());
  }

  /// Which provider does what, by kind of algorithm, and which could not be had.
  public SequencedMap<String, String> describe() {
    SequencedMap<String, String> kinds = new LinkedHashMap<>();
    kinds.put("random", random.getProvider().getName());
    kinds.put(
        "hashes", ProviderReport.text(HashAlgorithm.values(), digests, MessageDigest::getProvider));
    kinds.put(
        "AEAD", ProviderReport.text(AeadAlgorithm.values(), ciphers, AeadCipher.Source::provider));
    kinds.put(
        "AEAD, small",
        ProviderReport.text(AeadAlgorithm.values(), ciphers, AeadCipher.Source::providerForSmall));
    kinds.put("curves", ProviderReport.text(Curve.values(), agreements, CurveAgreement::provider));
    kinds.put("ML-KEM-768", mlKem == null ? "none" : mlKem.provider().getName());
    kinds.put(
        "signatures",
        ProviderReport.text(SignatureScheme.values(), signatures, SignatureAlgorithm::provider));
    List<String> failures = DiscoveredProviders.inThisJvm().failures();
    if (!failures.isEmpty()) {
      kinds.put("left out", String.join("; ", failures));
    }
    return Collections.unmodifiableSequencedMap(kinds);
  }

  /// Native providers refuse keys that have the object identifier of RSASSA-PSS.
  private static boolean nativeProvidersTake(SignatureScheme scheme) {
    return !scheme.keyAlgorithm().equals("RSASSA-PSS");
  }

  private static MessageDigest prototype(HashAlgorithm hash, Provider provider)
      throws GeneralSecurityException {
    MessageDigest digest = MessageDigest.getInstance(hash.jcaName(), provider);
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static AeadCipher.Source source(
      AeadAlgorithm aead, Provider provider, ProviderOrder nativeFirst)
      throws GeneralSecurityException {
    Provider preferred = nativeFirst.first(p -> AeadCipher.Source.cipher(aead, p).getProvider());
    boolean isNative = preferred != null && !preferred.getName().equals(provider.getName());
    return new AeadCipher.Source(aead, provider, isNative ? preferred : null);
  }

  private static <K extends Enum<K>, V> Map<K, V> each(
      K[] kinds, Function<K, @Nullable V> resolution) {
    Map<K, V> found = new EnumMap<>(kinds[0].getDeclaringClass());
    for (K kind : kinds) {
      V value = resolution.apply(kind);
      if (value != null) {
        found.put(kind, value);
      }
    }
    return found;
  }

  private static <K, V> V there(Map<K, V> services, K kind) {
    V value = services.get(kind);
    if (value == null) {
      throw new IllegalStateException("no provider has " + kind);
    }
    return value;
  }

  private static <V> V present(@Nullable V service, Object kind) throws LocalFailure {
    if (service == null) {
      throw new LocalFailure("no provider has " + kind, null);
    }
    return service;
  }
}
