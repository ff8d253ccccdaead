package dev.millrace.bench.s3;

import dev.millrace.bench.nginx.Nginx;
import dev.millrace.bench.nginx.ServingCertificate;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.Door.Connection;
import dev.millrace.bench.s3.Door.Scheme;
import dev.millrace.bench.s3.probe.Load;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// nginx with the objects, which lie in the page cache, on a port of loopback for each [Door].
///
/// The kernel deals connections out to nginx's processes by chance. Nobody keeps one for longer
/// than a second, so that each round of a side is dealt anew: with ten connections that live on,
/// one side in nine would have eight or more of them served by one process, and in all of its
/// rounds.
///
/// @param version nginx's
/// @param root the folder that is served
/// @param trust the flags of a JVM that trusts its certificate
record Origin(String version, Path root, List<String> trust, Map<Door, Integer> ports) {
  private static final String BUCKET = "objects";

  static Origin start(Workbench workbench, Path nginx) throws IOException, InterruptedException {
    Path root = workbench.folder().resolve("site");
    Path bucket = Files.createDirectories(root.resolve(BUCKET));
    SplittableRandom random = new SplittableRandom(1);
    for (ObjectSize size : ObjectSize.values()) {
      byte[] bytes = new byte[size.bytes()];
      random.nextBytes(bytes);
      Files.write(bucket.resolve(size.fileName()), bytes);
    }
    ServingCertificate certificate = ServingCertificate.create(workbench.folder());
    Map<Door, Integer> ports = freePorts();
    String servers =
        ports.entrySet().stream()
            .map(port -> server(port.getKey(), port.getValue(), root, certificate))
            .collect(Collectors.joining());
    Nginx running = Nginx.start(workbench, nginx, servers, ports.values().iterator().next());
    return new Origin(
        running.version(), root, certificate.trustingFlags(workbench.folder()), ports);
  }

  private static Map<Door, Integer> freePorts() throws IOException {
    Map<Door, Integer> ports = new LinkedHashMap<>();
    for (Scheme scheme : Scheme.values()) {
      for (Connection connection : Connection.values()) {
        int port = Nginx.freePort();
        while (ports.containsValue(port)) {
          port = Nginx.freePort();
        }
        ports.put(new Door(scheme, connection), port);
      }
    }
    return ports;
  }

  private static String server(Door door, int port, Path root, ServingCertificate certificate) {
    String tls =
        """
        ssl_certificate %s;
        ssl_certificate_key %s;
        ssl_protocols TLSv1.3;
        """
            .formatted(certificate.chain(), certificate.key());
    return """
    server {
      listen 127.0.0.1:%d%s reuseport backlog=4096;
      root %s;
      %s
      %s
    }
    """
        .formatted(
            port,
            door.scheme() == Scheme.HTTPS ? " ssl" : "",
            root,
            switch (door.connection()) {
              case CLOSE -> "keepalive_timeout 0;";
              case KEEP -> "keepalive_time 1s;";
            },
            door.scheme() == Scheme.HTTPS ? tls : "");
  }

  Load load(DownloadCase one) {
    return new Load(
        URI.create(
            "%s://127.0.0.1:%d/%s/%s"
                .formatted(
                    one.door().scheme().name().toLowerCase(Locale.ROOT),
                    ports.get(one.door()),
                    BUCKET,
                    one.size().fileName())),
        one.threads());
  }
}
