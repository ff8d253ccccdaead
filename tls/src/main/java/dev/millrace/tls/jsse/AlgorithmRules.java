package dev.millrace.tls.jsse;

import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.AlgorithmConstraints;
import java.security.CryptoPrimitive;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which algorithms may be used: what `jdk.tls.disabledAlgorithms` leaves over, and the constraints
/// that an application sets. Asked once for each policy, never for a connection.
///
/// Of the property, names count, with `*` for any characters, each for the algorithm itself and for
/// all that is made of it: `ECDHE` disables every suite with that key exchange. Of the entries with
/// a condition, those that say `usage HandshakeSignature` count for signature schemes; `keySize`
/// has no bearing, since every key exchange here is strong enough, and certificates are checked by
/// the trust manager, which knows the conditions; what it does not get to see, by [KeyRules].
///
/// Immutable.
///
/// @param disabled patterns of names
/// @param disabledForHandshakes patterns of names of signature schemes
/// @param constraints of the application, or null
record AlgorithmRules(
    List<Pattern> disabled,
    List<Pattern> disabledForHandshakes,
    @Nullable AlgorithmConstraints constraints) {

  private static final Set<CryptoPrimitive> KEY_AGREEMENT =
      EnumSet.of(CryptoPrimitive.KEY_AGREEMENT);
  private static final Set<CryptoPrimitive> SIGNATURE = EnumSet.of(CryptoPrimitive.SIGNATURE);

  /// @param entries of the property
  static AlgorithmRules of(List<String> entries, @Nullable AlgorithmConstraints constraints) {
    return new AlgorithmRules(
        entries.stream().filter(each -> !each.contains(" ")).map(AlgorithmRules::pattern).toList(),
        entries.stream()
            .map(each -> each.split("\\s+"))
            .filter(AlgorithmRules::isForHandshakes)
            .map(each -> pattern(each[0]))
            .toList(),
        constraints);
  }

  /// These, and the constraints of an application.
  AlgorithmRules with(@Nullable AlgorithmConstraints added) {
    return new AlgorithmRules(disabled, disabledForHandshakes, added);
  }

  boolean permits(ProtocolVersion version) {
    return permitsNames(Stream.of(version.jsseName()));
  }

  boolean permits(CipherSuite suite) {
    String aead =
        switch (suite.aead()) {
          case AES_128_GCM -> "AES_128_GCM";
          case AES_256_GCM -> "AES_256_GCM";
          case CHACHA20_POLY1305 -> "CHACHA20_POLY1305";
        };
    String family = aead.startsWith("AES") ? "AES" : "ChaCha20-Poly1305";
    Stream<String> parts = Stream.of(suite.name(), aead, family, suite.hash().jcaName());
    CipherSuite.Authentication authentication = suite.authentication();
    if (authentication != null) {
      String exchange = "ECDHE_" + authentication;
      parts = Stream.concat(parts, Stream.of(exchange, "ECDHE", authentication.name()));
    }
    return permitsNames(parts)
        && (constraints == null || constraints.permits(KEY_AGREEMENT, suite.name(), null));
  }

  boolean permits(NamedGroup group) {
    return permitsNames(Stream.of(group.wireName()))
        && (constraints == null || constraints.permits(KEY_AGREEMENT, group.wireName(), null));
  }

  /// Whether handshakes may be signed with a scheme.
  boolean permitsForHandshakes(SignatureScheme scheme) {
    return permitsForCertificates(scheme)
        && disabledForHandshakes.stream().noneMatch(each -> matches(each, scheme.wireName()));
  }

  /// Whether certificates may be signed with a scheme.
  boolean permitsForCertificates(SignatureScheme scheme) {
    return permitsNames(Stream.of(scheme.wireName(), scheme.algorithm(), scheme.keyAlgorithm()))
        && (constraints == null || constraints.permits(SIGNATURE, scheme.algorithm(), null));
  }

  private boolean permitsNames(Stream<String> names) {
    return names.noneMatch(name -> disabled.stream().anyMatch(each -> matches(each, name)));
  }

  private static boolean matches(Pattern pattern, String name) {
    return pattern.matcher(name).matches();
  }

  private static boolean isForHandshakes(String[] words) {
    return words.length == 3
        && words[1].equalsIgnoreCase("usage")
        && words[2].equalsIgnoreCase("HandshakeSignature");
  }

  private static Pattern pattern(String entry) {
    String quoted = "\\Q" + entry.replace("*", "\\E.*\\Q") + "\\E";
    return Pattern.compile(quoted, Pattern.CASE_INSENSITIVE);
  }
}
