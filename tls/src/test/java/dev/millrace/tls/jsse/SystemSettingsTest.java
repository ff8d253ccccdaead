package dev.millrace.tls.jsse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SystemSettingsTest {
  private static SystemSettings with(Map<String, String> system) {
    return SystemSettings.read(system::get, name -> null);
  }

  @Test
  void what_is_not_set_has_the_defaults_of_the_jdk() {
    SystemSettings settings = with(Map.of());

    assertThat(settings.clientProtocols()).isNull();
    assertThat(settings.sessionCacheSize()).isEqualTo(20_480);
    assertThat(settings.sessionTimeout()).isEqualTo(86_400);
    assertThat(settings.ticketKeyPeriod()).isEqualTo(3600);
    assertThat(settings.handshakeMessage()).isEqualTo(32_768);
    assertThat(settings.serverChain()).isEqualTo(10);
    assertThat(settings.clientChain()).isEqualTo(8);
    assertThat(settings.serverTickets()).isTrue();
    assertThat(settings.compatibilityMode()).isTrue();
    assertThat(settings.acknowledgeCloseNotify()).isFalse();
    assertThat(settings.requireCloseNotify()).isTrue();
  }

  @Test
  void lists_are_split_and_may_be_quoted() {
    SystemSettings settings =
        with(
            Map.of(
                "jdk.tls.namedGroups", "\" x25519 ,secp256r1,\"",
                "jdk.tls.client.protocols", "TLSv1.3"));

    assertThat(settings.groups()).containsExactly("x25519", "secp256r1");
    assertThat(settings.clientProtocols()).containsExactly("TLSv1.3");
  }

  @Test
  void what_makes_no_sense_counts_as_not_set() {
    SystemSettings settings =
        with(
            Map.of(
                "javax.net.ssl.sessionCacheSize", "many",
                "jdk.tls.maxHandshakeMessageSize", "-5",
                "jdk.tls.server.newSessionTicketCount", "11",
                "jdk.tls.namedGroups", "  "));

    assertThat(settings.sessionCacheSize()).isEqualTo(20_480);
    assertThat(settings.handshakeMessage()).isEqualTo(32_768);
    assertThat(settings.ticketCount()).isNull();
    assertThat(settings.groups()).isNull();
  }

  @Test
  void security_properties_come_from_their_own_source() {
    SystemSettings settings =
        SystemSettings.read(
            name -> null, Map.of("jdk.tls.disabledAlgorithms", "TLSv1.2, EC keySize < 224")::get);

    assertThat(settings.disabledAlgorithms()).isEqualTo(List.of("TLSv1.2", "EC keySize < 224"));
  }
}
