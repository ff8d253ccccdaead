package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.Given;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.tls.ExternalPsk;
import java.util.List;
import java.util.stream.IntStream;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// A key agreed on outside of TLS, as the flags describe it.
///
/// @param number its number among the credentials of the test
/// @param imported what is derived from it for TLS
record SharedKey(int number, List<ExternalPsk> imported) {

  /// The keys of a connection in the order of preference.
  static List<SharedKey> of(ShimOptions options) {
    List<Given> credentials = options.credentials();
    return IntStream.range(0, credentials.size())
        .filter(number -> credentials.get(number).has(Flag.NEW_PSK_CREDENTIAL))
        .mapToObj(number -> new SharedKey(number, imported(credentials.get(number))))
        .toList();
  }

  /// The number of the one that a key was derived from, or otherwise what is given instead.
  static int numberOf(@Nullable ExternalPsk key, List<SharedKey> keys, int otherwise) {
    return keys.stream()
        .filter(shared -> shared.imported.contains(key))
        .map(SharedKey::number)
        .findFirst()
        .orElse(otherwise);
  }

  private static List<ExternalPsk> imported(Given flags) {
    return ExternalPsk.imported(
        flags.bytes(Flag.PSK_IMPORTER_IDENTITY).orElseThrow(),
        new SecretKeySpec(flags.bytes(Flag.PSK_IMPORTER_KEY).orElseThrow(), "Generic"),
        flags.has(Flag.PSK_IMPORTER_SHA384) ? ExternalPsk.Hash.SHA384 : ExternalPsk.Hash.SHA256,
        flags.bytes(Flag.PSK_IMPORTER_CONTEXT).orElseGet(() -> new byte[0]));
  }
}
