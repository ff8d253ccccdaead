package dev.millrace.tls.rfc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RfcCoverageTest {
  @Test
  void the_list_of_quoted_sentences_is_up_to_date() throws IOException {
    assertThat(Files.readString(Path.of("../docs/rfc-coverage.md")))
        .as("java tls/src/test/java/dev/millrace/tls/rfc/RfcCoverage.java makes it anew")
        .isEqualTo(RfcCoverage.page(Path.of("src/main/java")));
  }
}
