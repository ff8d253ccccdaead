package dev.millrace.conformance.flag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShimArgumentsTest {
  @Test
  void a_flag_without_prefix_is_meant_for_all_connections() {
    var arguments = parse("-server", "-port", "4433");

    for (var options : List.of(arguments.initial(), arguments.resume(), arguments.retry())) {
      assertThat(options.isServer()).isTrue();
      assertThat(options.number(Flag.PORT)).contains(4433L);
    }
  }

  @Test
  void a_prefix_restricts_a_flag_to_a_connection() {
    var arguments =
        parse("-on-initial-curves", "29", "-on-resume-curves", "23", "-on-resume-curves", "24");

    assertThat(arguments.initial().numbers(Flag.CURVES)).containsExactly(29);
    assertThat(arguments.resume().numbers(Flag.CURVES)).containsExactly(23, 24);
    assertThat(arguments.retry().numbers(Flag.CURVES)).isEmpty();
  }

  @Test
  void what_is_meant_for_the_handshaker_alone_has_no_effect_here() {
    var arguments = parse("-on-handshaker-curves", "29", "-on-shim-on-resume-curves", "23");

    assertThat(arguments.initial().numbers(Flag.CURVES)).isEmpty();
    assertThat(arguments.resume().numbers(Flag.CURVES)).containsExactly(23);
  }

  @Test
  void flags_of_a_credential_belong_to_the_one_opened_last() {
    var options =
        parse("-cert-file", "a", "-new-x509-credential", "-cert-file", "b", "-new-x509-credential")
            .initial();

    assertThat(options.text(Flag.CERT_FILE)).contains("a");
    assertThat(options.credentials())
        .extracting(credential -> credential.text(Flag.CERT_FILE).orElse("none"))
        .containsExactly("b", "none");
  }

  @Test
  void credentials_of_all_kinds_are_numbered_together() {
    var options =
        parse("-new-psk-credential", "-psk-importer-sha384", "-new-x509-credential").initial();

    assertThat(options.credentials())
        .extracting(credential -> credential.has(Flag.NEW_PSK_CREDENTIAL))
        .containsExactly(true, false);
    assertThat(options.credentials().getFirst().has(Flag.PSK_IMPORTER_SHA384)).isTrue();
  }

  @Test
  void a_flag_that_nobody_knows_is_not_implemented() {
    assertThatThrownBy(() -> parse("-no-such-flag")).isInstanceOf(Unimplemented.class);
  }

  @Test
  void a_flag_that_is_not_supported_is_not_implemented() {
    assertThatThrownBy(() -> parse("-on-resume-quic")).isInstanceOf(Unimplemented.class);
  }

  @Test
  void versions_are_those_in_the_range_that_are_not_excluded() {
    assertThat(parse().initial().versions()).containsExactly("TLSv1.2", "TLSv1.3");
    assertThat(parse("-max-version", "771").initial().versions()).containsExactly("TLSv1.2");
    assertThat(parse("-no-tls12").initial().versions()).containsExactly("TLSv1.3");
    assertThat(parse("-max-version", "770").initial().versions()).isEmpty();
  }

  private static ShimArguments parse(String... arguments) {
    return ShimArguments.parse(List.of(arguments));
  }
}
