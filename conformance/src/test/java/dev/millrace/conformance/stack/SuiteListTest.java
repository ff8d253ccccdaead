package dev.millrace.conformance.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.conformance.flag.Unimplemented;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteListTest {
  private static final String OF_TLS_13 = "TLS_AES_128_GCM_SHA256";
  private static final String AES_256 = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";
  private static final String AES_128 = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
  private static final String CHACHA20 = "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256";
  private static final List<String> SUPPORTED = List.of(OF_TLS_13, AES_256, AES_128, CHACHA20);

  @Test
  void suites_are_chosen_by_name_in_the_order_given() {
    assertThat(SuiteList.parse(CHACHA20 + ":" + AES_256, SUPPORTED))
        .containsExactly(OF_TLS_13, CHACHA20, AES_256);
  }

  @Test
  void algorithms_are_added_and_taken_away() {
    assertThat(SuiteList.parse("AES128", SUPPORTED)).containsExactly(OF_TLS_13, AES_128);
    assertThat(SuiteList.parse("DEFAULT:!AES", SUPPORTED)).containsExactly(OF_TLS_13, CHACHA20);
  }

  @Test
  void other_suites_and_groups_of_equals_are_not_implemented() {
    assertThatThrownBy(() -> SuiteList.parse("3DES", SUPPORTED)).isInstanceOf(Unimplemented.class);
    assertThatThrownBy(() -> SuiteList.parse("[" + AES_128 + "|" + AES_256 + "]", SUPPORTED))
        .isInstanceOf(Unimplemented.class);
  }
}
