package dev.millrace.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.gateway.certificate.ServerCertificate;
import dev.millrace.gateway.settings.Settings.CertificateFiles;
import dev.millrace.s3.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessFileTest {
  private static final String SECRET = "a secret of 16 characters";

  @TempDir private Path folder;

  @Test
  void what_is_said_of_somebody_is_what_they_may() throws IOException {
    AccessFile access =
        read(
            """
            identities:
              reports:
                keys: {MRREPORTS: %s}
                read: [samples, logs/2026/]
                list: [logs/2026/]
                write: [logs/2026/11/]
            """);
    Identity reports = Objects.requireNonNull(access.key("MRREPORTS")).identity();
    assertThat(reports.name()).isEqualTo("reports");
    assertThat(reports.may(Action.READ, "samples", "any/key")).isTrue();
    assertThat(reports.may(Action.READ, "logs", "2026/1")).isTrue();
    assertThat(reports.may(Action.READ, "logs", "2025/1")).isFalse();
    assertThat(reports.may(Action.READ, "logs", "2026")).isFalse();
    assertThat(reports.may(Action.LIST, "logs", "2026/")).isTrue();
    assertThat(reports.may(Action.LIST, "logs", "2026/11/")).isTrue();
    assertThat(reports.may(Action.LIST, "logs", "")).isFalse();
    assertThat(reports.may(Action.LIST, "samples", "")).isFalse();
    assertThat(reports.may(Action.WRITE, "logs", "2026/11/1")).isTrue();
    assertThat(reports.may(Action.WRITE, "logs", "2026/1")).isFalse();
    assertThat(reports.may(Action.WRITE, "samples", "any/key")).isFalse();
    assertThat(reports.mayUse("samples")).isTrue();
    assertThat(reports.mayUse("sample")).isFalse();
    assertThat(access.key("reports")).isNull();
    assertThat(access.anonymous().grants()).isEmpty();
  }

  @Test
  void who_has_no_name_may_what_is_said_of_the_anonymous() throws IOException {
    Identity anonymous = read("anonymous: {read: [samples/public/]}").anonymous();
    assertThat(anonymous.may(Action.READ, "samples", "public/logo")).isTrue();
    assertThat(anonymous.may(Action.READ, "samples", "private")).isFalse();
    assertThat(anonymous.may(Action.LIST, "samples", "public/")).isFalse();
  }

  @Test
  void some_may_ask_so_often_and_others_as_often_as_they_like() throws IOException {
    AccessFile access =
        read(
            """
            anonymous: {requests-per-second: 1}
            identities:
              reports: {requests-per-second: 1000000}
              idle: {}
            """);
    assertThat(access.anonymous().requestsPerSecond()).isEqualTo(1);
    assertThat(access.identities())
        .extracting(Identity::requestsPerSecond)
        .containsExactly(1_000_000, null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "# nothing\n",
        "{}",
        "identities:",
        "anonymous: {}",
        "anonymous: {read: }"
      })
  void an_empty_file_allows_nobody_anything(String text) throws IOException {
    AccessFile access = read(text);
    assertThat(access.identities()).isEmpty();
    assertThat(access.anonymous().grants()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[a]                                        | it: not a mapping",
        "identity: {}                               | it: \"identity\" is unknown; allowed are anonymous, identities",
        "anonymous: {write: [b]}                    | anonymous: \"write\" is unknown; allowed are read, list, requests-per-second",
        "anonymous: {keys: {}}                      | anonymous: \"keys\" is unknown; allowed are read, list, requests-per-second",
        "identities: {a: {raed: [b]}}               | identities.a: \"raed\" is unknown",
        "identities: [a]                            | identities: not a mapping",
        "identities: {a b: {}}                      | identities: \"a b\" is not a name",
        "identities: {anonymous: {}}                | identities: \"anonymous\" is not a name",
        "identities: {a: {read: bbb}}               | identities.a.read: not a list",
        "identities: {a: {read: [[bbb]]}}           | identities.a.read: not a list of texts",
        "identities: {a: {read: [b]}}               | identities.a.read: \"b\" is not of the form",
        "identities: {a: {read: ['*']}}             | identities.a.read: \"*\" is not of the form",
        "identities: {a: {list: [/x]}}              | identities.a.list: \"/x\" is not of the form",
        "identities: {a: {keys: {k/k: 0123456789abcdef}}} | identities.a.keys: an id has 3 to 128",
        "identities: {a: {keys: {key: short}}}      | identities.a.keys: key: a secret has 16 characters",
        "identities: {a: {keys: {key: }}}           | identities.a.keys: key: a secret has 16 characters",
        "identities: {a: {keys: {key: 0123456789abcdef}}, b: {keys: {key: 0123456789abcdef}}} | key is somebody's already",
        "identities: {a: {certificates: [CN=x]}, b: {certificates: ['cn=X']}} | is somebody's already",
        "identities: {a: {certificates: [nonsense]}} | \"nonsense\" is not of the form URI:",
        "identities: {a: {requests-per-second: 0}}  | identities.a.requests-per-second: not a whole number from 1 to 1000000",
        "identities: {a: {requests-per-second: 1.5}} | identities.a.requests-per-second: not a whole number",
        "identities: {a: {requests-per-second: [5]}} | identities.a.requests-per-second: not a whole number",
        "anonymous: {requests-per-second: 1000001}  | anonymous.requests-per-second: not a whole number",
        "identities: {a: {}, a: {}}                 | says something twice",
        "identities: {a: *x}                        | is not YAML",
        "{                                          | is not YAML",
      })
  void what_makes_no_sense_is_refused_with_its_place(String text, String problem) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file() + ": ")
        .hasMessageContaining(problem)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void a_secret_of_digits_is_taken_as_it_is_written() throws IOException {
    assertThat(read("identities: {a: {keys: {0123: 00001234567890123456}}}").key("0123"))
        .isNotNull();
  }

  @Test
  void no_error_quotes_a_secret() {
    for (String text :
        new String[] {
          "identities: {a: {keys: {key: [" + SECRET + "]}}}",
          "identities: {a: {keys: {key: " + SECRET + ", key: " + SECRET + "}}}",
          "identities: {a: {keys: {key: " + SECRET + "}}",
          "identities: {a: {keys: {key: \"" + SECRET + "\\q\"}}}",
        }) {
      assertThatThrownBy(() -> read(text)).message().doesNotContain(SECRET);
    }
  }

  @Test
  void a_file_that_everybody_may_read_is_refused() throws IOException {
    write("{}");
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> AccessFile.once(file()))
        .hasMessage(file() + " may be read by everyone: chmod o-r it");
  }

  @Test
  void a_file_that_is_not_there_is_said_to_be_so() {
    assertThatThrownBy(() -> AccessFile.once(file()))
        .hasMessageContaining(file() + " cannot be read")
        .hasMessageContaining("NoSuchFile");
  }

  @Test
  void certificates_are_known_by_their_names() throws Exception {
    AccessFile access =
        read(
            """
            identities:
              spiffe: {certificates: ['URI:spiffe://example.com/reports']}
              host: {certificates: ['DNS:Reports.example.com']}
              mail: {certificates: ['email:reports@example.com']}
              subject: {certificates: ['O=Mill, CN=reports']}
            """);
    assertThat(holder(access, "CN=a", "uri:spiffe://example.com/reports")).isEqualTo("spiffe");
    assertThat(holder(access, "CN=a", "dns:reports.EXAMPLE.com")).isEqualTo("host");
    assertThat(holder(access, "CN=a", "email:reports@example.com")).isEqualTo("mail");
    assertThat(holder(access, "o=mill,cn=Reports", "dns:other")).isEqualTo("subject");
    assertThat(holder(access, "CN=reports", "dns:other")).isEqualTo("nobody");
    assertThat(holder(access, "CN=reports,O=Mill", "dns:other")).isEqualTo("nobody");
    assertThat(holder(access, "CN=a", "uri:spiffe://example.com/reports/2")).isEqualTo("nobody");
    assertThat(holder(access, "CN=a", "dns:sub.reports.example.com")).isEqualTo("nobody");
  }

  @Test
  void a_certificate_with_the_names_of_two_is_nobodys() throws Exception {
    AccessFile access =
        read("identities: {a: {certificates: ['DNS:a', 'DNS:aa']}, b: {certificates: ['DNS:b']}}");
    assertThat(holder(access, "CN=x", "dns:a,dns:aa")).isEqualTo("a");
    assertThat(holder(access, "CN=x", "dns:a,dns:b")).isEqualTo("nobody");
  }

  @Test
  void a_changed_file_is_taken_once_it_is_found_twice() throws IOException {
    AccessFile access = read("anonymous: {read: [one]}");
    write("anonymous: {read: [two]}");
    access.file().look();
    assertThat(access.anonymous().mayUse("one")).isTrue();
    access.file().look();
    assertThat(access.anonymous().mayUse("one")).isFalse();
    assertThat(access.anonymous().mayUse("two")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"anonymous: [", "anonymous: {raed: [two]}", "GONE"})
  void what_makes_no_sense_later_changes_nothing(String text) throws IOException {
    AccessFile access = read("anonymous: {read: [one]}");
    if (text.equals("GONE")) {
      Files.delete(file());
    } else {
      write(text);
    }
    access.file().look();
    access.file().look();
    assertThat(access.anonymous().mayUse("one")).isTrue();
    write("anonymous: {read: [two]}");
    access.file().look();
    access.file().look();
    assertThat(access.anonymous().mayUse("two")).isTrue();
  }

  private String holder(AccessFile access, String subject, String names) throws Exception {
    TestCertificate made = TestCertificate.create(folder, subject, names);
    X509Certificate certificate =
        ServerCertificate.read(new CertificateFiles(made.pem(), made.key())).chain().getFirst();
    Identity holder = access.holder(certificate);
    return holder == null ? "nobody" : holder.name();
  }

  private Path file() {
    return folder.resolve("access.yaml");
  }

  private AccessFile read(String text) throws IOException {
    write(text.formatted(SECRET));
    return AccessFile.once(file());
  }

  private void write(String text) throws IOException {
    Files.writeString(file(), text);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
  }
}
