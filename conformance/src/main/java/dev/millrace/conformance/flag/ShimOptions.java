package dev.millrace.conformance.flag;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// What a test asks of one connection.
///
/// @param given the flags
/// @param credentials the flags of each credential that was opened, in order; the credential
///   without a number is described by `given`
public record ShimOptions(Given given, List<Given> credentials) {
  private static final int TLS_1_2 = 0x0303;
  private static final int TLS_1_3 = 0x0304;

  public ShimOptions {
    credentials = List.copyOf(credentials);
  }

  public boolean has(Flag flag) {
    return given.has(flag);
  }

  public Optional<String> text(Flag flag) {
    return given.text(flag);
  }

  public Optional<Long> number(Flag flag) {
    return given.number(flag);
  }

  public int number(Flag flag, int otherwise) {
    return Math.toIntExact(number(flag).orElse((long) otherwise));
  }

  public List<Integer> numbers(Flag flag) {
    return given.numbers(flag);
  }

  public Optional<byte[]> bytes(Flag flag) {
    return given.bytes(flag);
  }

  public boolean isServer() {
    return has(Flag.SERVER);
  }

  /// Whether a peer that fails verification is refused.
  public boolean verifiesPeer() {
    return has(Flag.VERIFY_PEER) || has(Flag.REQUIRE_ANY_CLIENT_CERTIFICATE);
  }

  /// The JSSE names of the versions that may be negotiated, of those that BoringSSL and we speak.
  public List<String> versions() {
    int least = number(Flag.MIN_VERSION, TLS_1_2);
    int most = number(Flag.MAX_VERSION, TLS_1_3);
    var versions = new ArrayList<String>();
    if (least <= TLS_1_2 && TLS_1_2 <= most && !has(Flag.NO_TLS12)) {
      versions.add("TLSv1.2");
    }
    if (least <= TLS_1_3 && TLS_1_3 <= most && !has(Flag.NO_TLS13)) {
      versions.add("TLSv1.3");
    }
    return versions;
  }

  /// Skips the test if one of some flags was given.
  ///
  /// @throws Unimplemented if so
  public void refuse(Collection<Flag> flags) {
    for (Flag flag : flags) {
      if (has(flag) || credentials.stream().anyMatch(credential -> credential.has(flag))) {
        throw new Unimplemented(flag.flagName());
      }
    }
  }
}
