package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.Given;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.conformance.flag.Unimplemented;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A certificate chain with its key, or a key without certificates, as the flags describe it.
///
/// @param number its number among those of the test, -1 for the one without a number
/// @param chain the certificates, the end entity's first; empty if it is a raw public key
/// @param mustMatchIssuer whether it is of use only to a peer that named one of its issuers
/// @param flags what else was given for it
public record Credential(
    int number, KeyPair keys, List<X509Certificate> chain, boolean mustMatchIssuer, Given flags) {

  /// The credentials of a connection in the order of preference: the one without a number is last.
  ///
  /// @throws Unimplemented if one is of a kind that Java cannot read
  static List<Credential> of(ShimOptions options) throws IOException {
    var credentials = new ArrayList<Credential>();
    for (int number = 0; number < options.credentials().size(); number++) {
      Given flags = options.credentials().get(number);
      if (!flags.has(Flag.NEW_PSK_CREDENTIAL)) {
        add(credentials, number, flags);
      }
    }
    if (options.has(Flag.CERT_FILE)) {
      add(credentials, -1, options.given());
    }
    return List.copyOf(credentials);
  }

  private static void add(List<Credential> credentials, int number, Given flags)
      throws IOException {
    String keyFile = flags.text(Flag.KEY_FILE).orElseThrow();
    try {
      boolean raw = flags.has(Flag.NEW_RPK_CREDENTIAL);
      List<X509Certificate> chain =
          raw ? List.of() : PemFile.certificates(flags.text(Flag.CERT_FILE).orElseThrow());
      KeyPair keys =
          raw
              ? PemFile.keyPair(keyFile)
              : new KeyPair(chain.getFirst().getPublicKey(), PemFile.privateKey(keyFile));
      credentials.add(
          new Credential(number, keys, chain, flags.has(Flag.MUST_MATCH_ISSUER), flags));
    } catch (GeneralSecurityException e) {
      throw new Unimplemented("a credential that cannot be read: " + e);
    }
  }

  /// Whether it is a key without certificates.
  boolean isRawPublicKey() {
    return chain.isEmpty();
  }

  /// Its name as an alias of a key manager.
  String alias() {
    return Integer.toString(number);
  }

  /// Whether it goes with a key type of JSSE and with what the peer said of issuers.
  ///
  /// @param keyType such as `EC`, or in TLS 1.2 also `EC_EC`, where the issuer's comes second
  /// @param issuers null or empty if the peer named none
  boolean fits(String keyType, Principal @Nullable [] issuers) {
    return !isRawPublicKey()
        && keyAlgorithms().contains(keyType.split("_", -1)[0])
        && (!mustMatchIssuer || isIssuedByOneOf(issuers));
  }

  private List<String> keyAlgorithms() {
    String algorithm = keys.getPublic().getAlgorithm();
    return algorithm.equals("RSA") ? List.of("RSA", "RSASSA-PSS") : List.of(algorithm);
  }

  private boolean isIssuedByOneOf(Principal @Nullable [] issuers) {
    return issuers != null
        && chain.stream()
            .anyMatch(certificate ->
                Arrays.asList(issuers).contains(certificate.getIssuerX500Principal()));
  }
}
