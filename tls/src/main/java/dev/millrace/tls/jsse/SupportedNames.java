package dev.millrace.tls.jsse;

import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.ProtocolVersion;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The names of all suites and versions that are spoken here, and those that an application may
/// therefore enable.
final class SupportedNames {
  private static final List<String> SUITES =
      Arrays.stream(CipherSuite.values()).map(Enum::name).toList();

  /// The newest first, as JSSE lists them.
  private static final List<String> PROTOCOLS =
      Arrays.stream(ProtocolVersion.values()).map(ProtocolVersion::jsseName).toList().reversed();

  private SupportedNames() {}

  static List<String> suites() {
    return SUITES;
  }

  static List<String> protocols() {
    return PROTOCOLS;
  }

  /// @throws IllegalArgumentException if one is not spoken here
  static List<String> suites(String @Nullable [] names) {
    return checked(names, SUITES, "cipher suite");
  }

  /// @throws IllegalArgumentException if one is not spoken here
  static List<String> protocols(String @Nullable [] names) {
    return checked(names, PROTOCOLS, "protocol");
  }

  private static List<String> checked(
      String @Nullable [] names, List<String> supported, String what) {
    if (names == null) {
      throw new IllegalArgumentException("the array of " + what + " names is null");
    }
    for (String name : names) {
      if (!supported.contains(name)) {
        throw new IllegalArgumentException("unsupported " + what + ": " + name);
      }
    }
    return List.of(names);
  }
}
