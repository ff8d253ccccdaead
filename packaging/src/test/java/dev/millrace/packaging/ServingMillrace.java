package dev.millrace.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.s3.TrustAnchors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A process that serves, and a client that trusts it.
record ServingMillrace(Process process, BufferedReader out, HttpClient client, URI bucket)
    implements AutoCloseable {
  private static final Pattern TRY = Pattern.compile("try: curl --cacert (\\S+) (\\S+/)\\S*");

  /// Starts the command, and waits until it serves.
  static ServingMillrace start(ProcessBuilder command) throws IOException {
    Process process = command.start();
    BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      said.append(line).append('\n');
      Matcher suggested = TRY.matcher(line);
      if (suggested.matches()) {
        HttpClient client =
            HttpClient.newBuilder()
                .sslContext(TrustAnchors.sslContext(Path.of(suggested.group(1))))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        return new ServingMillrace(process, out, client, URI.create(suggested.group(2)));
      }
    }
    throw new AssertionError(said);
  }

  byte[] get(String key) throws IOException, InterruptedException {
    return client
        .send(HttpRequest.newBuilder(bucket.resolve(key)).build(), BodyHandlers.ofByteArray())
        .body();
  }

  /// A line of `/proc/PID/status` that counts in kB, in bytes.
  long memory(String line) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(each -> each.startsWith(line + ":"))
        .mapToLong(each -> Long.parseLong(each.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElseThrow();
  }

  /// Stops it as an operator would.
  void stop() throws InterruptedException {
    process.toHandle().destroy();
    assertThat(process.waitFor()).isZero();
  }

  @Override
  public void close() {
    client.shutdownNow();
    process.destroyForcibly();
  }
}
