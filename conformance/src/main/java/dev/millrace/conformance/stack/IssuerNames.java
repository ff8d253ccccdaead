package dev.millrace.conformance.stack;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/// The names of issuers as flags give them: each in DER, in hexadecimal digits, with commas
/// between.
final class IssuerNames {
  private IssuerNames() {}

  static List<X500Principal> parse(String names) {
    return switch (names) {
      case "<NULL>", "<EMPTY>" -> List.of();
      default ->
          Arrays.stream(names.split(",", -1))
              .map(name -> new X500Principal(HexFormat.of().parseHex(name)))
              .toList();
    };
  }
}
