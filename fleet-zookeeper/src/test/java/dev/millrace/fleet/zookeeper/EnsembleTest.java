package dev.millrace.fleet.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.fleet.Ensemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Descriptions of ensembles that make no sense.
class EnsembleTest {
  @TempDir private Path folder;

  private static void join(String servers, Ensemble.@Nullable Tls tls, @Nullable String digest)
      throws IOException {
    Ensemble ensemble = new Ensemble(servers, Duration.ofSeconds(10), tls, digest);
    new ZooKeeperMembershipProvider().join(ensemble, null, null).close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10.0.0.1:2181               | the path is missing
          10.0.0.1:2181/              | the path is missing
          10.0.0.1:2181,10.0.0.2/a/   | Path must not end with / character
          10.0.0.1:2181/a//b          | Invalid path string "/a//b" caused by empty node name specified @3
          10.0.0.1:x/a                | For input string: "x"
          10.0.0.1:65536/a            | port out of range:65536
          /a                          | no server is named
          """)
  void a_connect_string_that_makes_no_sense_is_refused(String servers, String problem) {
    assertThatThrownBy(() -> join(servers, null, null))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "\"%s\" is not of the form HOST:PORT,HOST:PORT/PATH: %s".formatted(servers, problem));
  }

  @Test
  void a_digest_without_a_user_is_refused_without_being_told() {
    assertThatThrownBy(() -> join("10.0.0.1:2181/a", null, "secret"))
        .isInstanceOf(IOException.class)
        .hasMessage("the digest for ZooKeeper is not of the form USER:PASSWORD");
  }

  @Test
  void files_without_what_they_are_for_are_refused_and_leave_nothing() throws Exception {
    Ensemble.Tls good = new TestAuthority(folder).node();
    Path empty = Files.createFile(folder.resolve("empty.pem"));
    long before = temporaryFiles();
    assertRefused(
        new Ensemble.Tls(empty, good.certificate(), good.key()), empty + " has no certificate");
    assertRefused(
        new Ensemble.Tls(good.authority(), empty, good.key()), empty + " has no certificate");
    assertRefused(
        new Ensemble.Tls(good.authority(), good.certificate(), empty),
        empty + " has no private key: did not find a private key");
    Path missing = folder.resolve("missing.pem");
    assertRefused(new Ensemble.Tls(good.authority(), missing, good.key()), missing.toString());
    join("10.0.0.1:2181/a", good, null);
    assertThat(temporaryFiles()).isEqualTo(before);
  }

  private static void assertRefused(Ensemble.Tls tls, String message) {
    assertThatThrownBy(() -> join("10.0.0.1:2181/a", tls, null))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
  }

  @Test
  void the_longest_session_can_be_joined_with() throws IOException {
    var longest = new Ensemble("10.0.0.1:2181/a", Duration.ofMillis(Integer.MAX_VALUE), null, null);
    try (var membership = new ZooKeeperMembershipProvider().join(longest, null, null)) {
      assertThat(membership.trouble()).isEqualTo("no ZooKeeper server answers at 10.0.0.1:2181");
    }
  }

  private static long temporaryFiles() throws IOException {
    try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(file -> file.getFileName().toString().matches("millrace-.*p12")).count();
    }
  }
}
