package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Unimplemented;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// The little of OpenSSL's language of cipher lists that tests use: names of suites, `ALL`,
/// `DEFAULT`, `AES128`, and `!AES` to take away. It speaks of the suites of TLS 1.2; those of TLS
/// 1.3 are always on.
final class SuiteList {
  private SuiteList() {}

  /// @param supported the names of the suites that the implementation has, the preferred ones first
  /// @throws Unimplemented if the list holds something else, or a suite that is not supported
  static List<String> parse(String list, List<String> supported) {
    var chosen = new LinkedHashSet<String>();
    for (String item : list.split(":", -1)) {
      switch (item) {
        case "ALL", "DEFAULT" -> chosen.addAll(supported);
        case "AES128" ->
            supported.stream().filter(suite -> has(suite, "AES_128")).forEach(chosen::add);
        case "!AES" -> chosen.removeIf(suite -> has(suite, "AES"));
        default -> {
          if (!supported.contains(item)) {
            throw new Unimplemented("-cipher " + item);
          }
          chosen.add(item);
        }
      }
    }
    var suites = new ArrayList<String>(chosen);
    suites.removeIf(SuiteList::isOfTls13);
    suites.addAll(0, supported.stream().filter(SuiteList::isOfTls13).toList());
    return suites;
  }

  private static boolean has(String suite, String algorithm) {
    return suite.contains("_" + algorithm + "_");
  }

  private static boolean isOfTls13(String suite) {
    return !suite.contains("_WITH_") && !suite.endsWith("_SCSV");
  }
}
