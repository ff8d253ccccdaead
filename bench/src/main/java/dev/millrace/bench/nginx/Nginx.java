package dev.millrace.bench.nginx;

import dev.millrace.bench.process.Child;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// nginx in the foreground of its own folder, never the system's service.
///
/// @param version which release of it runs
/// @param process the process whose processor time, descendants included, is the server's
public record Nginx(String version, ProcessHandle process) {
  private static final Duration START_LIMIT = Duration.ofSeconds(10);

  /// Starts it and waits until it answers.
  ///
  /// @param program its file
  /// @param servers what the `http` block of its configuration holds beside what all servers here
  ///   have in common; relative paths are below a folder of its own
  /// @param port one that is listened at
  public static Nginx start(Workbench workbench, Path program, String servers, int port)
      throws IOException, InterruptedException {
    String version =
        workbench
            .start("nginx-version", List.of(program.toString(), "-v"))
            .awaitEnd()
            .strip()
            .replaceFirst("^nginx version: nginx/", "");
    Path prefix = Files.createDirectories(workbench.folder().resolve("nginx"));
    Path configuration = Files.writeString(prefix.resolve("nginx.conf"), configuration(servers));
    Child child =
        workbench.start(
            "nginx",
            List.of(
                program.toString(),
                "-e",
                "stderr",
                "-p",
                prefix.toString(),
                "-c",
                configuration.toString()));
    child.await(() -> answers(port), START_LIMIT);
    return new Nginx(version, child.process().toHandle());
  }

  /// nginx as a knowledgeable administrator would set it up for this machine and for objects that
  /// are asked for over and over; it logs no requests.
  private static String configuration(String servers) {
    return """
    %s
    daemon off;
    worker_processes %d;
    pid nginx.pid;
    error_log stderr error;
    events {
      worker_connections 4096;
    }
    http {
      default_type application/octet-stream;
      access_log off;
      sendfile on;
      tcp_nopush on;
      tcp_nodelay on;
      keepalive_timeout 1h;
      keepalive_requests 1000000000;
      open_file_cache max=1000 inactive=1h;
      open_file_cache_valid 1h;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      %s
    }
    """
        .formatted(userLine(), Runtime.getRuntime().availableProcessors(), servers);
  }

  /// Started by root, nginx would run its workers as a user who may not read our folder; started by
  /// anyone else, it warns of the directive.
  private static String userLine() {
    return System.getProperty("user.name").equals("root") ? "user root;" : "";
  }

  /// A port of loopback at which nobody listens now.
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
      return true;
    } catch (IOException _) {
      return false;
    }
  }
}
