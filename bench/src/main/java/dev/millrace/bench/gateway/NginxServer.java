package dev.millrace.bench.gateway;

import dev.millrace.bench.nginx.Nginx;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// nginx with `proxy_cache`.
final class NginxServer {
  private NginxServer() {}

  /// @param originPort where it serves the objects to caches, its own and others'
  static Server start(Workbench workbench, Path nginx, Site site, int originPort)
      throws IOException, InterruptedException {
    int port = Nginx.freePort();
    Nginx running = Nginx.start(workbench, nginx, configuration(site, port, originPort), port);
    return new Server("nginx", running.version(), port, List.of(running.process()));
  }

  /// The workers share nothing but the cache. The origin is a server block of its own, reached once
  /// per object.
  private static String configuration(Site site, int port, int originPort) {
    return """
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
    """
        .formatted(
            originPort,
            site.root(),
            port,
            site.certificate().chain(),
            site.certificate().key(),
            originPort,
            Server.CACHE_STATUS);
  }
}
