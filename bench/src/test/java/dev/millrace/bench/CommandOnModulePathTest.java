package dev.millrace.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.TrustAnchors;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The command as it is delivered: the jars of the gateway on the module path, in a process of its
/// own.
@Timeout(120)
class CommandOnModulePathTest {
  private static final Pattern TRY = Pattern.compile("try: curl --cacert (\\S+) (\\S+)");

  @TempDir private Path scratch;

  @Test
  void serve_answers_what_it_says_to_try_and_stops_cleanly() throws Exception {
    Files.writeString(Files.createDirectory(scratch.resolve("objects")).resolve("one"), "uno");
    Process serve =
        start(
            "serve",
            "--port",
            "0",
            "--state",
            scratch.resolve("state").toString(),
            "--origin",
            scratch.resolve("objects").toString());
    try (BufferedReader out = output(serve)) {
      assertThat(out.readLine()).contains("serving bucket \"objects\"");
      Matcher suggested = TRY.matcher(out.readLine());
      assertThat(suggested.matches()).isTrue();
      try (HttpClient client =
          HttpClient.newBuilder()
              .sslContext(TrustAnchors.sslContext(Path.of(suggested.group(1))))
              .build()) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(suggested.group(2))).build();
        assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo("uno");
      }
      assertThat(out.readLine()).contains("\"GET /objects/one\" 200 3B");
      serve.toHandle().destroy();
      assertThat(out.readLine()).isNull();
    }
    assertThat(serve.waitFor()).isZero();
  }

  @Test
  void a_misspelt_flag_is_one_line_with_a_suggestion() throws Exception {
    Process serve = start("serve", "--slice-sise", "1MiB");
    try (BufferedReader out = output(serve)) {
      assertThat(out.readAllLines())
          .singleElement()
          .asString()
          .contains("did you mean --slice-size?");
    }
    assertThat(serve.waitFor()).isEqualTo(2);
  }

  @Test
  void doctor_knows_what_would_run() throws Exception {
    Process doctor = start("doctor", "--origin", scratch.toString());
    try (BufferedReader out = output(doctor)) {
      assertThat(String.join("\n", out.readAllLines()))
          .contains("Helidon")
          .contains("Conscrypt (X25519,")
          .contains("Millrace 0.1");
    }
    assertThat(doctor.waitFor()).isZero();
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=org.conscrypt,dev.millrace.store", "-p", modulePath(), "-m"));
    command.add("dev.millrace.gateway/dev.millrace.gateway.command.Millrace");
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String modulePath() throws IOException {
    Path target = Path.of("..", "gateway", "target").toAbsolutePath().normalize();
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, "millrace-gateway-*.jar")) {
      return target.resolve("lib") + File.pathSeparator + jars.iterator().next();
    }
  }

  private static BufferedReader output(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }
}
