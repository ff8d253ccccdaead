package dev.millrace.bench.s3.link;

import dev.millrace.bench.nginx.Nginx;
import dev.millrace.bench.process.Child;
import dev.millrace.bench.process.PeerJvm;
import dev.millrace.bench.process.Program;
import dev.millrace.bench.process.Workbench;
import dev.millrace.bench.s3.link.client.Upload;
import dev.millrace.bench.s3.link.probe.UploadingJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A server of S3 with the object, which lies in the page cache.
///
/// @param version the server's
/// @param port of loopback
/// @param content the object's, however it was uploaded
record Origin(String version, int port, Content content) {
  private static final String PROGRAM = "versitygw";
  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  /// The server's file, also where Go installs it.
  static Optional<Path> program() {
    return Program.find(PROGRAM)
        .or(() ->
            Optional.of(Path.of(System.getProperty("user.home"), "go", "bin", PROGRAM))
                .filter(Files::isExecutable));
  }

  static Origin start(Workbench workbench, Path program, long size)
      throws IOException, InterruptedException {
    int port = Nginx.freePort();
    Path root = Files.createDirectories(workbench.folder().resolve("origin"));
    Child child =
        workbench.start(
            PROGRAM,
            List.of(
                program.toString(),
                "--port",
                "127.0.0.1:" + port,
                "--access",
                Upload.USER,
                "--secret",
                Upload.PASSWORD,
                "--quiet",
                "--keep-alive",
                "posix",
                root.toString()));
    child.await(() -> answers(port), START_LIMIT);
    Path source = workbench.folder().resolve("source");
    Content content = Content.create(source, size);
    workbench
        .start(
            "upload",
            PeerJvm.command(
                List.of(), UploadingJvm.class, source.toString(), "http://127.0.0.1:" + port))
        .awaitEnd();
    Files.delete(source);
    return new Origin(version(workbench, program), port, content);
  }

  private static String version(Workbench workbench, Path program)
      throws IOException, InterruptedException {
    String said =
        workbench.start(PROGRAM + "-version", List.of(program.toString(), "--version")).awaitEnd();
    return String.join(" ", said.strip().split("\\s+"));
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /// The object as it is found through a link.
  static URI object(Link link, Upload upload) {
    return URI.create(
        "http://127.0.0.1:%d/%s/%s".formatted(link.port(), Upload.BUCKET, upload.word()));
  }
}
