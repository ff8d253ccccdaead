package dev.millrace.bench.gateway;

import dev.millrace.bench.nginx.Nginx;
import dev.millrace.bench.process.Child;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/// Varnish with its cache in memory, and hitch before it for TLS, as Varnish's own documentation
/// has them: one talks to the other through a socket of the file system, by the PROXY protocol.
final class HitchVarnishServer {
  private static final Duration START_LIMIT = Duration.ofSeconds(20);
  private static final Pattern VARNISH_VERSION = Pattern.compile("varnish-([0-9.]+)");
  private static final Pattern HITCH_VERSION = Pattern.compile("hitch ([0-9.]+)");

  private final Workbench workbench;
  private final Site site;
  private final Path folder;

  private HitchVarnishServer(Workbench workbench, Site site) throws IOException {
    this.workbench = workbench;
    this.site = site;
    this.folder = Files.createDirectories(workbench.folder().resolve("varnish"));
  }

  /// @param originPort a plain HTTP server of the site's objects
  static Server start(Workbench workbench, Path hitch, Path varnishd, Site site, int originPort)
      throws IOException, InterruptedException {
    HitchVarnishServer server = new HitchVarnishServer(workbench, site);
    Path socket = server.folder.resolve("varnish.sock");
    Child varnish = server.varnish(varnishd, socket, originPort);
    int port = Nginx.freePort();
    Child tls = server.hitch(hitch, socket, port);
    String version =
        "%s behind hitch %s"
            .formatted(
                server.version(varnishd, "-V", VARNISH_VERSION),
                server.version(hitch, "--version", HITCH_VERSION));
    return new Server(
        "varnish", version, port, List.of(varnish.process().toHandle(), tls.process().toHandle()));
  }

  private Child varnish(Path program, Path socket, int originPort)
      throws IOException, InterruptedException {
    Path vcl =
        Files.writeString(
            folder.resolve("bench.vcl"),
            """
            vcl 4.1;
            backend origin { .host = "127.0.0.1"; .port = "%d"; }
            sub vcl_backend_response { set beresp.ttl = 1d; }
            sub vcl_deliver { if (obj.hits > 0) { set resp.http.%s = "HIT"; } }
            """
                .formatted(originPort, Server.CACHE_STATUS));
    Child child =
        workbench.start(
            "varnish",
            List.of(
                program.toString(),
                "-F",
                "-j",
                "none",
                "-n",
                folder.resolve("work").toString(),
                "-a",
                socket + ",PROXY,mode=666",
                "-f",
                vcl.toString(),
                "-s",
                "malloc,1g",
                "-p",
                "timeout_idle=3600"));
    child.await(() -> Files.exists(socket), START_LIMIT);
    return child;
  }

  /// Started by root, hitch would not run without a user, and another could not reach the socket.
  private Child hitch(Path program, Path socket, int port)
      throws IOException, InterruptedException {
    Path pem =
        Files.writeString(
            folder.resolve("server.pem"),
            Files.readString(site.certificate().key())
                + Files.readString(site.certificate().chain()));
    Path configuration =
        Files.writeString(
            folder.resolve("hitch.conf"),
            """
            frontend = "[127.0.0.1]:%d"
            backend = "%s"
            pem-file = "%s"
            workers = %d
            backlog = 4096
            tls-protos = TLSv1.3
            write-proxy-v2 = on
            log-level = 0
            %s
            """
                .formatted(
                    port,
                    socket,
                    pem,
                    Runtime.getRuntime().availableProcessors(),
                    System.getProperty("user.name").equals("root") ? "user = \"root\"" : ""));
    Child child =
        workbench.start("hitch", List.of(program.toString(), "--config=" + configuration));
    child.await(() -> answers(port), START_LIMIT);
    return child;
  }

  private String version(Path program, String flag, Pattern pattern)
      throws IOException, InterruptedException {
    Child child =
        workbench.start(program.getFileName() + "-version", List.of(program.toString(), flag));
    return child.awaitOutput(pattern, START_LIMIT).group(1);
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
