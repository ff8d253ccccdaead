package dev.millrace.s3.testing;

import dev.millrace.s3.credentials.Credentials;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// An S3 service in a process of its own: versitygw, a program in Go, which knows checksums and
/// uploads in parts. `go install github.com/versity/versitygw/cmd/versitygw@latest` installs it.
public final class VersityOrigin implements AutoCloseable {
  private static final Credentials KEYS = new Credentials("millrace", "gristforthemill", null);

  private final Process process;
  private final URI endpoint;

  private VersityOrigin(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /// Starts one, or skips the test where versitygw is not installed.
  ///
  /// @param folder where it keeps its objects
  /// @param certificate what it shows over HTTPS; null for one over HTTP
  public static VersityOrigin start(Path folder, @Nullable TestCertificate certificate)
      throws IOException {
    int port = freePort();
    List<String> command = new ArrayList<>();
    command.addAll(List.of(program().toString(), "--quiet", "--keep-alive"));
    command.addAll(List.of("--port", "127.0.0.1:" + port));
    if (certificate != null) {
      command.addAll(List.of("--cert", certificate.pem().toString()));
      command.addAll(List.of("--key", certificate.key().toString()));
    }
    command.addAll(List.of("posix", folder.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("ROOT_ACCESS_KEY", KEYS.accessKeyId());
    builder.environment().put("ROOT_SECRET_KEY", KEYS.secretAccessKey());
    Process process = builder.start();
    while (!isListening(port)) {
      if (!process.isAlive()) {
        throw new IOException("versitygw ends with " + process.exitValue());
      }
      Thread.onSpinWait();
    }
    String scheme = certificate == null ? "http" : "https";
    return new VersityOrigin(process, URI.create(scheme + "://127.0.0.1:" + port));
  }

  public URI endpoint() {
    return endpoint;
  }

  /// The keys that it accepts.
  public Credentials credentials() {
    return KEYS;
  }

  private static Path program() {
    return Stream.concat(
            Stream.of(System.getenv("PATH").split(File.pathSeparator)),
            Stream.of(System.getProperty("user.home") + "/go/bin"))
        .map(place -> Path.of(place, "versitygw"))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseGet(() -> {
          System.out.println("SKIPPED: versitygw is neither on the PATH nor in ~/go/bin");
          return Assumptions.abort("versitygw is neither on the PATH nor in ~/go/bin");
        });
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException _) {
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
