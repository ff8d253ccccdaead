package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.tls.wire.CipherSuite;
import dev.millrace.tls.wire.NamedGroup;
import dev.millrace.tls.wire.ProtocolVersion;
import dev.millrace.tls.wire.SignatureScheme;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlgorithmRulesTest {
  private static AlgorithmRules rules(String... entries) {
    return AlgorithmRules.of(List.of(entries), null);
  }

  @Test
  void the_property_of_the_jdk_disables_nothing_that_is_spoken_here() {
    SystemSettings settings = SystemSettings.read(name -> null, Security::getProperty);
    AlgorithmRules rules = AlgorithmRules.of(settings.disabledAlgorithms(), null);

    assertThat(CipherSuite.values()).allMatch(rules::permits);
    assertThat(ProtocolVersion.values()).allMatch(rules::permits);
    assertThat(NamedGroup.values()).allMatch(rules::permits);
    assertThat(SignatureScheme.values()).allMatch(rules::permitsForHandshakes);
  }

  @Test
  void a_part_of_a_suite_disables_the_suite() {
    assertThat(permitted(rules("ECDHE"))).allMatch(each -> each.authentication() == null);
    assertThat(permitted(rules("AES_128_GCM"))).noneMatch(each -> each.name().contains("128_GCM"));
    assertThat(permitted(rules("tls_ecdhe_*"))).hasSize(3);
    assertThat(permitted(rules("ChaCha20-Poly1305"))).noneMatch(e -> e.name().contains("CHACHA"));
    assertThat(permitted(rules("ECDH", "DES", "anon"))).hasSize(CipherSuite.values().length);
  }

  @Test
  void versions_and_groups_are_disabled_by_name() {
    assertThat(rules("TLSv1.2").permits(ProtocolVersion.TLS_1_2)).isFalse();
    assertThat(rules("TLSv1.2").permits(ProtocolVersion.TLS_1_3)).isTrue();
    assertThat(rules("secp256r1").permits(NamedGroup.SECP256R1)).isFalse();
  }

  @Test
  void a_scheme_can_be_disabled_for_handshakes_alone() {
    AlgorithmRules rules = rules("rsa_pkcs1_sha256 usage HandshakeSignature");

    assertThat(rules.permitsForHandshakes(SignatureScheme.RSA_PKCS1_SHA256)).isFalse();
    assertThat(rules.permitsForCertificates(SignatureScheme.RSA_PKCS1_SHA256)).isTrue();
  }

  private static List<CipherSuite> permitted(AlgorithmRules rules) {
    return Arrays.stream(CipherSuite.values()).filter(rules::permits).toList();
  }
}
