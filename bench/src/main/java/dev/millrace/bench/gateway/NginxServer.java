package dev.millrace.bench.gateway;

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

/// nginx with `proxy_cache`, in the foreground of its own folder, never the system's service.
final class NginxServer {
  /// The header that tells whether an answer came from the cache.
  static final String CACHE_STATUS = "X-Cache-Status";

  private static final Duration START_LIMIT = Duration.ofSeconds(10);

  private NginxServer() {}

  static Server start(Workbench workbench, Path nginx, Site site)
      throws IOException, InterruptedException {
    String version =
        workbench
            .start("nginx-version", List.of(nginx.toString(), "-v"))
            .awaitEnd()
            .strip()
            .replaceFirst("^nginx version: nginx/", "");
    Path prefix = Files.createDirectories(workbench.folder().resolve("nginx"));
    int port = freePort();
    Path configuration =
        Files.writeString(prefix.resolve("nginx.conf"), configuration(site, port, freePort()));
    Child child =
        workbench.start(
            "nginx",
            List.of(
                nginx.toString(),
                "-e",
                "stderr",
                "-p",
                prefix.toString(),
                "-c",
                configuration.toString()));
    child.await(() -> answers(port), START_LIMIT);
    return new Server("nginx", version, port, child.process().toHandle());
  }

  /// nginx as a knowledgeable administrator would set it up for this machine and this load. It
  /// shares nothing among its workers but the cache, and neither side logs requests. The origin is
  /// a server block of its own, reached once per object.
  private static String configuration(Site site, int port, int originPort) {
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
      proxy_cache_path cache levels=1:2 keys_zone=objects:10m max_size=1g inactive=1d use_temp_path=off;
      server {
        listen 127.0.0.1:%d;
        root %s;
      }
      server {
        listen 127.0.0.1:%d ssl reuseport backlog=4096;
        ssl_certificate %s;
        ssl_certificate_key %s;
        ssl_protocols TLSv1.3;
        location / {
          proxy_pass http://127.0.0.1:%d;
          proxy_cache objects;
          proxy_cache_valid 200 1d;
          add_header %s $upstream_cache_status;
        }
      }
    }
    """
        .formatted(
            userLine(),
            Runtime.getRuntime().availableProcessors(),
            originPort,
            site.root(),
            port,
            site.certificate().chain(),
            site.certificate().key(),
            originPort,
            CACHE_STATUS);
  }

  /// Started by root, nginx would run its workers as a user who may not read our folder; started by
  /// anyone else, it warns of the directive.
  private static String userLine() {
    return System.getProperty("user.name").equals("root") ? "user root;" : "";
  }

  private static int freePort() throws IOException {
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
