package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.gateway.Gateway;
import dev.millrace.gateway.fleet.CountingOrigin;
import dev.millrace.gateway.fleet.TestFleet;
import dev.millrace.gateway.settings.Settings;
import dev.millrace.gateway.settings.Surroundings;
import dev.millrace.s3.testing.TestCertificate;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServeCommandTest {
  @TempDir Path folder;

  private final StringWriter err = new StringWriter();

  private int serve(String... flags) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("serve", "--origin", folder.toString(), "--bucket", "mill"));
    arguments.addAll(List.of("--state", folder.resolve("state").toString()));
    arguments.addAll(List.of(flags));
    return Millrace.commandLine()
        .setErr(new PrintWriter(err, true))
        .execute(arguments.toArray(String[]::new));
  }

  @Test
  void a_port_in_use_is_told_with_the_remedy() throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      assertThat(serve("--port", String.valueOf(other.getLocalPort()))).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("millrace: cannot listen on 127.0.0.1:" + other.getLocalPort() + ": Address")
          .endsWith("; choose another with --port or --host\n")
          .containsOnlyOnce("\n");
    }
  }

  @Test
  void an_admin_port_in_use_is_told_with_the_remedy() throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      var port = String.valueOf(other.getLocalPort());
      assertThat(serve("--port", "0", "--admin-port", port)).isEqualTo(1);
      assertThat(err.toString())
          .startsWith(
              "millrace: cannot start: admin-port "
                  + port
                  + " cannot be listened on at 127.0.0.1: Address already in use")
          .containsOnlyOnce("\n");
    }
  }

  @Test
  void a_port_without_tls_in_use_is_told_with_the_remedy() throws Exception {
    try (var other = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      var port = String.valueOf(other.getLocalPort());
      assertThat(serve("--port", "0", "--http-port", port)).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("millrace: cannot start: http-port " + port + " cannot be listened on: ")
          .containsOnlyOnce("\n");
    }
  }

  @Test
  void an_audit_log_that_cannot_be_written_is_told_with_its_file() throws Exception {
    var file = Files.createSymbolicLink(folder.resolve("audit"), Path.of("none", "audit"));
    assertThat(serve("--port", "0", "--audit-log", file.toString())).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("millrace: cannot start: audit-log cannot be written: " + file)
        .containsOnlyOnce("\n");
  }

  @Test
  void an_ssd_folder_with_files_of_others_is_told_and_left_as_it_was() throws Exception {
    var photos = Files.createDirectory(folder.resolve("photos"));
    Files.createFile(photos.resolve("a"));
    assertThat(serve("--port", "0", "--ssd-folder", photos.toString())).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("millrace: cannot start: the SSD folder " + photos + " has other files in it")
        .containsOnlyOnce("\n");
    assertThat(photos.toFile().list()).containsExactly("a");
  }

  @Test
  void an_admin_token_that_is_none_is_told_with_its_file() throws Exception {
    var token = Files.writeString(folder.resolve("token"), "short").toString();
    assertThat(serve("--port", "0", "--admin-port", "0", "--admin-token", token)).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("millrace: cannot start: " + token + " ")
        .doesNotContain("short")
        .containsOnlyOnce("\n");
  }

  @Test
  void an_admin_port_and_one_without_tls_are_announced() throws Exception {
    var flags =
        Map.of(
            "port", "0",
            "admin-port", "0",
            "http-port", "0",
            "state", folder.resolve("state").toString(),
            "origin", folder.toString(),
            "bucket", "mill");
    var settings = Settings.read(null, flags, Surroundings.ofProcess());
    var out = new ByteArrayOutputStream();
    try (var print = new PrintStream(out, true, StandardCharsets.UTF_8);
        var gateway = Gateway.start(settings, print)) {
      ServeCommand.announce(settings, gateway, print);
      assertThat(out.toString(StandardCharsets.UTF_8).lines())
          .contains(
              "the same without TLS: http://127.0.0.1:" + gateway.httpPort().orElseThrow(),
              "health and metrics, for operators: https://127.0.0.1:"
                  + gateway.adminPort().orElseThrow());
    }
  }

  @ParameterizedTest
  @CsvSource({"on, who may read and write is in", "off, who may read is in"})
  void where_the_rules_are_is_announced_with_what_they_are_of(String writing, String line)
      throws Exception {
    var rules = Files.writeString(folder.resolve("rules"), "anonymous: {read: [mill]}\n");
    Files.setPosixFilePermissions(rules, PosixFilePermissions.fromString("rw-------"));
    try (var origin = new CountingOrigin(1)) {
      var flags =
          Map.of(
              "port",
              "0",
              "access-file",
              rules.toString(),
              "write-through",
              writing,
              "state",
              folder.resolve("state").toString(),
              "origin",
              "s3://mill",
              "endpoint",
              origin.endpoint().toString());
      var settings = Settings.read(null, flags, Surroundings.ofProcess());
      var out = new ByteArrayOutputStream();
      try (var print = new PrintStream(out, true, StandardCharsets.UTF_8);
          var gateway = Gateway.start(settings, print)) {
        ServeCommand.announce(settings, gateway, print);
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).contains(line + " " + rules);
      }
    }
  }

  @Test
  void what_is_announced_in_json_has_its_time() throws Exception {
    var flags =
        Map.of(
            "port", "0",
            "log-format", "json",
            "state", folder.resolve("state").toString(),
            "origin", folder.toString(),
            "bucket", "mill");
    var settings = Settings.read(null, flags, Surroundings.ofProcess());
    var out = new ByteArrayOutputStream();
    try (var print = new PrintStream(out, true, StandardCharsets.UTF_8);
        var gateway = Gateway.start(settings, print)) {
      ServeCommand.announce(settings, gateway, print);
      assertThat(out.toString(StandardCharsets.UTF_8).lines())
          .allMatch(line -> line.matches("\\{\"time\":\"[^\"]+Z\",\"message\":\".+\"}"));
    }
  }

  @Test
  void a_certificate_that_cannot_be_used_is_told_with_its_file() throws Exception {
    var pem = Files.writeString(folder.resolve("some.pem"), "nothing").toString();
    assertThat(serve("--port", "0", "--certificate", pem, "--key", pem)).isEqualTo(1);
    assertThat(err.toString()).startsWith("millrace: " + pem + " holds no private key");
  }

  @Test
  void an_address_in_the_fleet_that_is_taken_is_told() throws Exception {
    try (var origin = new CountingOrigin(1)) {
      var fleet = new TestFleet(folder, origin, 1, 0);
      var node = fleet.members().nodes().getFirst();
      try (var _ = new ServerSocket(node.port(), 1, InetAddress.ofLiteral(node.host()))) {
        assertThat(serveNode(fleet, "gw-1")).isEqualTo(1);
        assertThat(err.toString())
            .startsWith(
                "millrace: cannot start: this node's address in the fleet, "
                    + node.address()
                    + ", cannot be listened on: Address already in use")
            .containsOnlyOnce("\n");
      }
    }
  }

  @Test
  void a_node_that_the_list_does_not_name_is_told_with_the_file() throws Exception {
    try (var origin = new CountingOrigin(1)) {
      var fleet = new TestFleet(folder, origin, 1, 0);
      assertThat(serveNode(fleet, "gw-2")).isEqualTo(1);
      assertThat(err)
          .hasToString("millrace: cannot start: " + fleet.list() + " lists no node named gw-2\n");
    }
  }

  @Test
  void files_that_make_no_node_are_told() throws Exception {
    try (var origin = new CountingOrigin(1)) {
      var fleet = new TestFleet(folder, origin, 1, 0);
      var other = TestCertificate.create(folder);
      assertThat(serveNode(fleet, "gw-1", "--fleet-key", other.key().toString())).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("millrace: the key in " + other.key() + " does not belong to the first")
          .containsOnlyOnce("\n");
      err.getBuffer().setLength(0);
      assertThat(serveNode(fleet, "gw-1", "--fleet-ca", fleet.list().toString())).isEqualTo(1);
      assertThat(err.toString())
          .startsWith("millrace: cannot start: " + fleet.list() + " ")
          .contains("certificate")
          .containsOnlyOnce("\n");
    }
  }

  @Test
  void a_node_says_so() throws Exception {
    try (var origin = new CountingOrigin(1)) {
      var fleet = new TestFleet(folder, origin, 1, 0);
      var flags = new HashMap<>(Map.of("port", "0", "state", folder.resolve("state").toString()));
      flags.putAll(Map.of("origin", folder.toString(), "bucket", "mill"));
      var pairs = fleet.settings("gw-1");
      for (var i = 0; i < pairs.size(); i += 2) {
        flags.put(pairs.get(i), pairs.get(i + 1));
      }
      var settings = Settings.read(null, flags, Surroundings.ofProcess());
      var out = new ByteArrayOutputStream();
      try (var print = new PrintStream(out, true, StandardCharsets.UTF_8);
          var gateway = Gateway.start(settings, print)) {
        ServeCommand.announce(settings, gateway, print);
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
            .contains(
                "node gw-1 of the fleet in "
                    + fleet.list()
                    + ", for its other nodes: "
                    + fleet.members().nodes().getFirst().address());
      }
    }
  }

  private int serveNode(TestFleet fleet, String node, String... more) {
    var flags = new ArrayList<>(List.of("--port", "0"));
    var pairs = fleet.settings(node);
    for (var i = 0; i < pairs.size(); i += 2) {
      if (!List.of(more).contains("--" + pairs.get(i))) {
        flags.addAll(List.of("--" + pairs.get(i), pairs.get(i + 1)));
      }
    }
    flags.addAll(List.of(more));
    return serve(flags.toArray(String[]::new));
  }
}
