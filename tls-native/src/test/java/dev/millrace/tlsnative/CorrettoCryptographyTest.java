package dev.millrace.tlsnative;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CorrettoCryptographyTest {
  private static final String WITH_IT =
      System.getProperty("corretto.jar")
          + File.pathSeparator
          + System.getProperty("java.class.path");

  @BeforeEach
  void it_is_for_this_platform() {
    assumeTrue(
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64"),
        "the jar of Amazon Corretto Crypto Provider that the tests have is for Linux on x86-64");
  }

  @Test
  void where_its_jar_is_it_does_all_that_it_has_and_conscrypt_the_rest() throws Exception {
    assertThat(Introduction.said(WITH_IT))
        .singleElement()
        .asString()
        .startsWith("met over {random=AmazonCorrettoCryptoProvider, ")
        .contains("curves=Conscrypt (X25519), AmazonCorrettoCryptoProvider (P256, P384, P521)")
        .contains("signatures=AmazonCorrettoCryptoProvider (ECDSA_SECP256R1_SHA256, ED25519, RSA_")
        .contains("hashes=SUN (SHA256, SHA384)")
        .doesNotContain("left out");
  }

  @Test
  void where_it_does_not_load_conscrypt_serves_and_one_warning_says_so() throws Exception {
    // Nobody can unpack a library to there; Conscrypt has a property of its own.
    List<String> said =
        Introduction.said(
            WITH_IT,
            "-Djava.io.tmpdir=/dev/null",
            "-Dorg.conscrypt.tmpdir=" + System.getProperty("java.io.tmpdir"));
    assertThat(said)
        .filteredOn(line -> line.startsWith("WARNING: public-key"))
        .singleElement()
        .asString()
        .startsWith("WARNING: public-key cryptography left out: Amazon Corretto Crypto Provider: ");
    assertThat(said.getLast())
        .contains("curves=Conscrypt (X25519, P256, P384, P521)")
        .contains("left out=Amazon Corretto Crypto Provider: ");
  }
}
