package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import dev.millrace.conformance.flag.Unimplemented;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/// Applies the options that JSSE has a setting for, the same for every implementation.
public final class EngineSettings {
  private static final Map<Integer, String> GROUPS =
      Map.of(
          23, "secp256r1",
          24, "secp384r1",
          25, "secp521r1",
          29, "x25519",
          514, "MLKEM1024",
          4588, "X25519MLKEM768");

  private EngineSettings() {}

  /// Configures an engine.
  ///
  /// @param groups the names of the groups that the implementation has
  /// @throws Unimplemented if an option names what the implementation does not have
  public static void apply(ShimOptions options, List<String> groups, SSLEngine engine) {
    engine.setUseClientMode(!options.isServer());
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setProtocols(options.versions().toArray(String[]::new));
    applySuites(options, engine, parameters);
    if (options.has(Flag.CURVES)) {
      parameters.setNamedGroups(
          options.numbers(Flag.CURVES).stream()
              .map(code -> groupName(code, groups))
              .toArray(String[]::new));
    }
    options
        .text(Flag.HOST_NAME)
        .ifPresent(name -> parameters.setServerNames(List.of(new SNIHostName(name))));
    applyClientAuthentication(options, parameters);
    options
        .text(Flag.ADVERTISE_ALPN)
        .ifPresent(
            list -> parameters.setApplicationProtocols(protocols(list).toArray(String[]::new)));
    CompliancePolicy.of(options).ifPresent(policy -> policy.applyTo(parameters));
    engine.setSSLParameters(parameters);
    if (options.isServer()) {
      applyProtocolChoice(options, engine);
    }
  }

  private static void applySuites(ShimOptions options, SSLEngine engine, SSLParameters parameters) {
    options
        .text(Flag.CIPHER)
        .map(list -> SuiteList.parse(list, List.of(engine.getSupportedCipherSuites())))
        .ifPresent(suites -> parameters.setCipherSuites(suites.toArray(String[]::new)));
    parameters.setUseCipherSuitesOrder(
        options.has(Flag.SERVER_PREFERENCE) || options.has(Flag.CIPHER));
  }

  /// The JSSE name of a group.
  ///
  /// @throws Unimplemented if it is not among the given ones
  public static String groupName(int code, List<String> groups) {
    String name = GROUPS.getOrDefault(code, "unknown");
    if (!groups.contains(name)) {
      throw new Unimplemented("group " + code);
    }
    return name;
  }

  private static void applyClientAuthentication(ShimOptions options, SSLParameters parameters) {
    if (options.has(Flag.VERIFY_PEER)) {
      parameters.setWantClientAuth(true);
    } else if (options.has(Flag.REQUIRE_ANY_CLIENT_CERTIFICATE)) {
      parameters.setNeedClientAuth(true);
    }
  }

  private static void applyProtocolChoice(ShimOptions options, SSLEngine engine) {
    if (options.has(Flag.REJECT_ALPN)) {
      engine.setHandshakeApplicationProtocolSelector((_, _) -> null);
    } else if (options.has(Flag.DECLINE_ALPN)) {
      engine.setHandshakeApplicationProtocolSelector((_, _) -> "");
    } else if (options.has(Flag.SELECT_ALPN)) {
      String selected = options.text(Flag.SELECT_ALPN).orElseThrow();
      List<String> expected =
          options
              .text(Flag.EXPECT_ADVERTISED_ALPN)
              .map(EngineSettings::protocols)
              .orElse(List.of());
      engine.setHandshakeApplicationProtocolSelector((_, advertised) -> {
        if (!expected.isEmpty() && !expected.equals(advertised)) {
          throw new IllegalStateException("other protocols were advertised: " + advertised);
        }
        return selected;
      });
    }
  }

  /// The protocols of a list in the encoding of RFC 7301: each with its length before it.
  static List<String> protocols(String list) {
    byte[] bytes = list.getBytes(StandardCharsets.ISO_8859_1);
    var protocols = new ArrayList<String>();
    for (int at = 0; at < bytes.length; at += 1 + bytes[at]) {
      protocols.add(new String(bytes, at + 1, bytes[at], StandardCharsets.ISO_8859_1));
    }
    return protocols;
  }
}
