package dev.millrace.conformance.stack;

import dev.millrace.conformance.flag.Flag;
import dev.millrace.conformance.flag.ShimOptions;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLParameters;

/// What may be negotiated under one of the standards that BoringSSL has policies for: nothing that
/// JSSE has no settings for. CNSA 2.0 is not there, whose only group is ML-KEM-1024.
///
/// @param flag that asks for it
/// @param suites the preferred first
/// @param groups empty for those that are there anyway
/// @param schemes of signatures; empty likewise
record CompliancePolicy(Flag flag, List<String> suites, List<String> groups, List<String> schemes) {

  /// NIST SP 800-52r2, as of May 2022.
  private static final CompliancePolicy FIPS_202205 =
      new CompliancePolicy(
          Flag.FIPS_202205,
          List.of(
              "TLS_AES_256_GCM_SHA384",
              "TLS_AES_128_GCM_SHA256",
              "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
              "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
              "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
              "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"),
          List.of("secp256r1", "secp384r1"),
          List.of(
              "ecdsa_secp256r1_sha256",
              "ecdsa_secp384r1_sha384",
              "rsa_pss_rsae_sha256",
              "rsa_pss_rsae_sha384",
              "rsa_pss_rsae_sha512",
              "rsa_pkcs1_sha256",
              "rsa_pkcs1_sha384",
              "rsa_pkcs1_sha512"));

  /// WPA3-Enterprise in its mode of 192 bits, as of April 2023.
  private static final CompliancePolicy WPA_202304 =
      new CompliancePolicy(
          Flag.WPA_202304,
          List.of(
              "TLS_AES_256_GCM_SHA384",
              "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
              "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"),
          List.of("secp384r1"),
          List.of(
              "ecdsa_secp384r1_sha384",
              "rsa_pss_rsae_sha384",
              "rsa_pss_rsae_sha512",
              "rsa_pkcs1_sha384",
              "rsa_pkcs1_sha512"));

  /// CNSA 1.0, as of March 2026, but for static RSA and ML-KEM-1024.
  private static final CompliancePolicy CNSA1_202603 =
      new CompliancePolicy(
          Flag.CNSA1_202603,
          WPA_202304.suites,
          List.of("secp384r1"),
          List.of("ecdsa_secp384r1_sha384", "rsa_pss_rsae_sha384", "rsa_pkcs1_sha384"));

  /// CNSA as of July 2024, for TLS 1.3: it prefers AES-256, and leaves nothing out.
  private static final CompliancePolicy CNSA_202407 =
      new CompliancePolicy(
          Flag.CNSA_202407,
          List.of(
              "TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256"),
          List.of(),
          List.of());

  private static final List<CompliancePolicy> ALL =
      List.of(FIPS_202205, WPA_202304, CNSA1_202603, CNSA_202407);

  /// The policy that a test asks for.
  static Optional<CompliancePolicy> of(ShimOptions options) {
    return ALL.stream().filter(policy -> options.has(policy.flag)).findFirst();
  }

  void applyTo(SSLParameters parameters) {
    parameters.setCipherSuites(suites.toArray(String[]::new));
    parameters.setUseCipherSuitesOrder(true);
    if (!groups.isEmpty()) {
      parameters.setNamedGroups(groups.toArray(String[]::new));
    }
    if (!schemes.isEmpty()) {
      parameters.setSignatureSchemes(schemes.toArray(String[]::new));
    }
  }
}
