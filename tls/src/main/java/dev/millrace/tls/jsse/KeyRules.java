package dev.millrace.tls.jsse;

import dev.millrace.tls.crypto.Signatures;
import dev.millrace.tls.wire.NamedGroup;
import java.security.AlgorithmConstraints;
import java.security.CryptoPrimitive;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.interfaces.ECKey;
import java.security.interfaces.RSAKey;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which public keys may be relied on where there is no certificate, and so no trust manager to see
/// to it: what `jdk.tls.disabledAlgorithms` and `jdk.certpath.disabledAlgorithms` leave over, and
/// the constraints that an application sets. Of the properties, entries without a condition count,
/// and those whose condition is a `keySize`.
///
/// Immutable.
///
/// @param disabled entries of both
record KeyRules(List<String> disabled) {
  private static final Set<CryptoPrimitive> SIGNATURE = EnumSet.of(CryptoPrimitive.SIGNATURE);
  private static final Pattern SIZE_CONDITION =
      Pattern.compile("(\\S+)\\s+keySize\\s*(<=|<|==|!=|>=|>)\\s*(\\d+)", Pattern.CASE_INSENSITIVE);

  static KeyRules of(SystemSettings system) {
    return new KeyRules(
        Stream.concat(
                system.disabledAlgorithms().stream(), system.disabledInCertificates().stream())
            .toList());
  }

  /// @param constraints of the application, or null
  /// @throws CertificateException if the key may not be relied on
  void check(PublicKey key, @Nullable AlgorithmConstraints constraints)
      throws CertificateException {
    boolean forbidden = constraints != null && !constraints.permits(SIGNATURE, key);
    if (forbidden || disabled.stream().anyMatch(entry -> disables(entry, key))) {
      throw new CertificateException("a public key of %s is disabled".formatted(text(key)));
    }
  }

  private static boolean disables(String entry, PublicKey key) {
    Matcher condition = SIZE_CONDITION.matcher(entry);
    return condition.matches()
        ? isNamed(key, condition.group(1))
            && holds(bits(key), condition.group(2), Integer.parseInt(condition.group(3)))
        : isNamed(key, entry);
  }

  private static boolean isNamed(PublicKey key, String name) {
    NamedGroup group = Signatures.groupOf(key);
    return key.getAlgorithm().equalsIgnoreCase(name)
        || (group != null && group.wireName().equalsIgnoreCase(name));
  }

  private static boolean holds(int bits, String operator, int bound) {
    return bits > 0
        && switch (operator) {
          case "<" -> bits < bound;
          case "<=" -> bits <= bound;
          case "==" -> bits == bound;
          case "!=" -> bits != bound;
          case ">=" -> bits >= bound;
          default -> bits > bound;
        };
  }

  /// The size of a key, or 0 if its algorithm leaves no choice.
  private static int bits(PublicKey key) {
    return switch (key) {
      case RSAKey rsa -> rsa.getModulus().bitLength();
      case ECKey ec -> ec.getParams().getOrder().bitLength();
      default -> 0;
    };
  }

  private static String text(PublicKey key) {
    int bits = bits(key);
    return bits == 0 ? key.getAlgorithm() : key.getAlgorithm() + " with " + bits + " bits";
  }
}
