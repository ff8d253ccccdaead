package dev.millrace.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.seal.Compression;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest extends ReadSettings {
  private void write(String yaml) throws IOException {
    Files.writeString(folder.resolve("millrace.yaml"), yaml);
    config = "millrace.yaml";
  }

  @Test
  void with_nothing_given_every_setting_has_its_default() {
    assertThat(read())
        .isEqualTo(
            new Settings(
                new Listening("127.0.0.1", 8443, null),
                new AccessSettings(null, null),
                new OriginLocation.Folder("samples", folder.resolve("checkout/samples")),
                TlsImplementation.MILLRACE,
                null,
                folder.resolve("home/.local/state/millrace"),
                1 << 20,
                256 << 20,
                null,
                null,
                null,
                new Freshness(Duration.ofSeconds(10), Duration.ZERO, Duration.ZERO, Duration.ZERO),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                3,
                64,
                Duration.ofSeconds(60),
                new Settings.ClientLimits(10_000, 1_000, null),
                true,
                new OperationSettings(
                    null,
                    null,
                    LogFormat.TEXT,
                    null,
                    new OperationSettings.Drain(Duration.ZERO, Duration.ofSeconds(30)))));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, 3, 1",
    "1, 2, , 1",
    "1, , 3, 1",
    "1, , , 1",
    ", 2, 3, 2",
    ", 2, , 2",
    ", , 3, 3",
    ", , , 8443",
    ", '', 3, 3"
  })
  void flags_override_the_environment_which_overrides_the_file(
      String flag, String variable, String line, int expected) throws IOException {
    if (flag != null) {
      flags.put("port", flag);
    }
    if (variable != null) {
      environment.put("MILLRACE_PORT", variable);
    }
    if (line != null) {
      write("port: " + line);
    }
    assertThat(read().port()).isEqualTo(expected);
  }

  @Test
  void every_setting_is_taken_from_the_file() throws IOException {
    write(
        """
        # A comment
        host: "::1"
        port: 1
        origin: s3://bucket
        endpoint: https://s3.example.com:9000/
        region: eu-west-1
        origin-ca: some.pem
        certificate: some.pem
        key: 'some.pem'
        state: state
        slice-size: 64KiB
        memory-size: 2MiB
        ssd-folder: ssd
        ssd-size: 64MiB
        sealed-keys: some.pem
        sealed-compression: zstd:3
        sealed-port: 2
        facts-time-to-live: 0s
        stale-while-revalidate: 1s
        stale-if-error: 168h
        negative-time-to-live: 3s
        connect-timeout: 250ms
        read-timeout: 1m
        attempts: 10
        origin-fetches: 1
        client-timeout: 1h
        connections: 5
        connections-per-address: 4
        requests-per-second: 3
        access-log: off
        tls: jdk
        access-file: some.pem
        client-ca: some.pem
        client-certificates: required
        admin-host: "::1"
        admin-port: 3
        admin-token: some.pem
        log-format: json
        drain-delay: 5s
        drain-timeout: 1m
        otlp-endpoint: http://collector:4318
        otlp-sampling: 0.25
        audit-log: audit
        audit: all
        """);
    var pem = folder.resolve("some.pem");
    assertThat(read())
        .isEqualTo(
            new Settings(
                new Listening("::1", 1, null),
                new AccessSettings(pem, new AccessSettings.ClientCertificates(pem, true)),
                new OriginLocation.S3(
                    "bucket", URI.create("https://s3.example.com:9000"), "eu-west-1", pem, false),
                TlsImplementation.JDK,
                new Settings.CertificateFiles(pem, pem),
                folder.resolve("state"),
                64 << 10,
                2 << 20,
                new Settings.SsdSpace(folder.resolve("ssd"), 64 << 20, null),
                new Settings.SealedAnswers(pem, new Compression.Zstd(3), 2),
                null,
                new Freshness(
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    Duration.ofDays(7),
                    Duration.ofSeconds(3)),
                Duration.ofMillis(250),
                Duration.ofMinutes(1),
                10,
                1,
                Duration.ofHours(1),
                new Settings.ClientLimits(5, 4, 3),
                false,
                new OperationSettings(
                    new OperationSettings.Admin("::1", 3, pem),
                    new OperationSettings.Otlp(URI.create("http://collector:4318"), 0.25),
                    LogFormat.JSON,
                    new OperationSettings.Audit(folder.resolve("audit"), true),
                    new OperationSettings.Drain(Duration.ofSeconds(5), Duration.ofMinutes(1)))));
  }

  @Test
  void what_is_on_the_ssd_is_sealed_where_there_are_keys() {
    flags.put("ssd-folder", "ssd");
    assertThat(ssd().sealing()).isNull();
    flags.put("ssd-compression", "none");
    assertRefused("ssd-compression cannot be", "give --ssd-keys too");
    flags.put("ssd-keys", "some.pem");
    var keys = folder.resolve("some.pem");
    assertThat(ssd().sealing()).isEqualTo(new Settings.SsdSealing(keys, new Compression.None()));
    flags.remove("ssd-compression");
    assertThat(ssd().sealing()).isEqualTo(new Settings.SsdSealing(keys, new Compression.Zstd(1)));
  }

  @Test
  void the_port_without_tls_is_another_than_that_with_tls() {
    flags.putAll(Map.of("sealed-keys", "some.pem", "sealed-port", "8443"));
    assertRefused("sealed-port cannot be \"8443\" (flag --sealed-port)", "the port with TLS");
  }

  private Settings.SsdSpace ssd() {
    return Objects.requireNonNull(read().ssd());
  }

  @Test
  void paths_in_the_file_start_from_its_folder() throws IOException {
    Files.createDirectories(folder.resolve("etc/things"));
    Files.writeString(folder.resolve("etc/millrace.yaml"), "origin: things");
    environment.put("MILLRACE_CONFIG", "etc/millrace.yaml");
    assertThat(read().origin())
        .isEqualTo(new OriginLocation.Folder("things", folder.resolve("etc/things")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "---\n", "{}", "~"})
  void a_file_may_set_nothing(String yaml) throws IOException {
    write(yaml);
    assertThat(read().port()).isEqualTo(8443);
  }

  @Test
  void state_lies_in_xdg_state_home() {
    environment.put("XDG_STATE_HOME", "/somewhere");
    assertThat(read().state()).isEqualTo(Path.of("/somewhere/millrace"));
    environment.put("XDG_STATE_HOME", "relative");
    assertThat(read().state()).isEqualTo(folder.resolve("home/.local/state/millrace"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host         | a b          | allowed is a host name or an IP address
          port         | 65536        | allowed is a whole number from 0 to 65535
          port         | -1           | allowed is a whole number from 0 to 65535
          port         | 0x10         | allowed is a whole number from 0 to 65535
          origin       | nowhere      | there is no such folder; allowed is a folder, or a whole bucket
          origin       | some.pem     | it is not a folder
          origin       | s3://b/c     | a prefix within the bucket cannot be an origin
          origin       | s3://        | no bucket can have this name
          origin       | ftp://host   | allowed is a folder, or a whole bucket as s3://BUCKET
          bucket       | Capitals     | allowed is 3 to 63 lower-case letters
          bucket       | a..b         | allowed is 3 to 63 lower-case letters
          endpoint     | https://a    | the origin is a folder, and only an s3:// origin has an endpoint
          region       | eu-west-1    | the origin is a folder, and only an s3:// origin has a region
          origin-ca    | some.pem     | the origin is a folder
          certificate  | some.pem     | there is no key to it; give --key too
          key          | some.pem     | there is no certificate to it; give --certificate too
          certificate  | missing.pem  | there is no such file; allowed is a readable PEM file
          state        | some.pem     | it is not a folder
          slice-size   | 65535        | allowed is a size from 64 KiB to 64 MiB
          slice-size   | 7 apples     | allowed is a size from 64 KiB to 64 MiB
          memory-size  | 4194303      | slices of 1 MiB (slice-size) need 9 MiB at least
          memory-size  | 1GiB         | three quarters of this machine's memory are 768 MiB
          memory-size  | 257MiB       | of this machine's or container's 1024 MiB of memory, the Java heap of 512 MiB and what the JVM takes besides leave 256 MiB
          ssd-folder   | some.pem     | it is not a folder
          ssd-size     | 1GiB         | there is no folder that it is the size of; give --ssd-folder too
          ssd-keys     | some.pem     | there is no folder whose files they would encrypt; give --ssd-folder too
          ssd-keys     | missing      | there is no such file; allowed is a readable keyring file
          ssd-compression | lz4       | there is no folder for what it compresses; give --ssd-folder too
          ssd-compression | gzip      | allowed is none, lz4, or zstd with a level from zstd:1 to zstd:9
          ssd-size     | 63MiB        | allowed is a size from 64 MiB to 1 TiB
          origin-fetches | 308        | leaves room for; lower one of the two, or raise the heap with MILLRACE_JAVA_OPTS=-Xmx514m
          read-timeout | 10           | allowed is a duration from 10ms to 1h
          attempts     | 0            | allowed is a whole number from 1 to 10
          access-log   | maybe        | allowed is on or off
          """)
  void an_impossible_value_is_refused_from_every_source(String name, String value, String reason)
      throws IOException {
    var start = name + " cannot be \"" + value + "\" (";
    write("# first line\n" + name + ": " + value);
    assertRefused(start, "millrace.yaml:2)", reason);
    environment.put("MILLRACE_" + name.replace('-', '_').toUpperCase(Locale.ROOT), value);
    assertRefused(start, "environment variable MILLRACE_", reason);
    flags.put(name, value);
    assertRefused(start, "flag --" + name + ")", reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          slicesize: 1MiB     | unknown setting "slicesize" |:1)| did you mean slice-size?
          prot: 8443          | unknown setting "prot"      |:1)| did you mean port?
          colour: red         | unknown setting "colour"    |:1)| ; all of them: millrace serve --help, or docs/configuration.md
          '[1]: 2'            | unknown setting ""          |:1)| ; all of them: millrace serve --help, or docs/configuration.md
          'port: [1, 2]'      | port cannot be a list       |:1)| a whole number
          'port: {a: 1}'      | port cannot be a mapping    |:1)| a whole number
          port:               | port cannot be empty        |:1)| a whole number
          'port: null'        | port cannot be empty        |:1)| a whole number
          'port: b: c'        | is not YAML                 |:1 | mapping
          'just words'        | is not a setting            |:1 | allowed are lines such as
          '[port, 1]'         | is not a setting            |:1 | allowed are lines such as
          'port: "'           | is not YAML                 |:1 | end of stream
          """)
  void a_file_that_makes_no_sense_is_refused(String yaml, String what, String where, String more)
      throws IOException {
    write(yaml);
    assertRefused("millrace.yaml", what, where, more);
  }

  @Test
  void a_setting_may_stand_in_the_file_once() throws IOException {
    write("port: 1\nhost: a\nport: 2\n");
    assertRefused("setting port is given a second time", "millrace.yaml:3", "allowed is once");
  }

  @Test
  void the_file_has_one_document() throws IOException {
    write("port: 1\n---\nport: 2\n");
    assertRefused("millrace.yaml:2", "second document");
  }

  @Test
  void the_file_is_bounded_in_size_and_depth() throws IOException {
    write("#".repeat((64 << 10) + 1));
    assertRefused("is too large for a file of settings");
    write("port: " + "[".repeat(60_000));
    assertRefused("port cannot be a list");
  }

  @Test
  void a_file_that_is_missing_is_refused() {
    config = "nowhere.yaml";
    assertRefused("config cannot be \"nowhere.yaml\" (flag --config)", "no such file");
    config = null;
    environment.put("MILLRACE_CONFIG", "nowhere.yaml");
    assertRefused("(environment variable MILLRACE_CONFIG)");
  }

  @Test
  void an_unknown_variable_is_refused_unless_it_is_the_launchers_or_names_a_keyring() {
    environment.put("MILLRACE_JAVA_OPTS", "-Xmx1g");
    environment.put("MILLRACE_KEYS", "keys");
    read();
    environment.put("MILLRACE_SLICESIZE", "1MiB");
    assertRefused(
        "unknown setting \"MILLRACE_SLICESIZE\" (environment)",
        "did you mean MILLRACE_SLICE_SIZE?");
  }

  @Test
  void slices_get_what_the_heap_and_an_ssd_leave_of_the_memory() {
    assertThat(read().memorySize()).isEqualTo(256L << 20);
    flags.put("ssd-folder", "ssd");
    assertThat(read().memorySize()).isEqualTo(128L << 20);
  }

  @Test
  void a_container_too_small_for_the_heap_is_told_so_in_one_line() {
    assertThatThrownBy(() ->
            Settings.read(
                null,
                Map.of("origin", "s3://grain", "endpoint", "https://s3.example.com"),
                new Surroundings(Map.of(), folder, folder, null, 512L << 20, 600L << 20, 1L << 20)))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "there is no room for slices: of this machine's or container's 600 MiB of memory, the"
                + " Java heap of 512 MiB and what the JVM takes besides leave 0 MiB;"
                + " lower the heap with MILLRACE_JAVA_OPTS=-Xmx, or give it more memory");
  }

  @Test
  void a_refusal_stays_on_one_line_whatever_the_value() {
    flags.put("host", "a\nb\u001b[31m" + "c".repeat(1_000));
    assertRefused("host cannot be \"a�b�[31mc");
    assertThatThrownBy(this::read).message().hasSizeLessThan(400);
  }
}
