package dev.millrace.s3.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CredentialsTest {
  @Test
  void credentials_print_without_their_secrets() {
    Credentials credentials = new Credentials("AKID", "hush", "token");

    assertThat(credentials).asString().contains("AKID").doesNotContain("hush", "token");
  }
}
