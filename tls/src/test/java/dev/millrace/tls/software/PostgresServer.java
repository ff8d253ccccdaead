package dev.millrace.tls.software;

import dev.millrace.tls.testing.RunningProgram;
import dev.millrace.tls.testing.TestIdentity;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// A PostgreSQL server with data of its own in a folder. It takes connections over TLS alone, from
/// clients with a certificate and a password, and its own certificate is that of `identity`.
final class PostgresServer implements AutoCloseable {
  static final String USER = "millrace";
  static final String PASSWORD = "secret";

  /// Where Debian has the programs that are not for everyone, in a folder for each version.
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  /// Of `nobody`: the server refuses to be run by root.
  private static final int NOBODY = 65534;

  private final Path folder;
  private final Path programs;
  private final int port;
  private final RunningProgram server;

  /// Starts it, or skips the test if this machine has none.
  PostgresServer(Path folder, TestIdentity identity) throws Exception {
    this.folder = folder;
    programs = programs();
    own(folder);
    write("cert.pem", identity.certificatePem());
    write("key.pem", identity.keyPem());
    write("password", PASSWORD);
    write("nothing", "");
    try (RunningProgram making =
        start("initdb --pgdata=data --username=" + USER + " --pwfile=password --no-locale -N")) {
      making.end();
    }
    write("data/pg_hba.conf", "hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n");
    port = RunningProgram.freePort();
    server =
        start(
            ("postgres -D data -h 127.0.0.1 -p %d -F -c unix_socket_directories= -c ssl=on"
                    + " -c ssl_cert_file=%2$s/cert.pem -c ssl_key_file=%2$s/key.pem"
                    + " -c ssl_ca_file=%2$s/cert.pem")
                .formatted(port, folder));
    server.lineWith("ready to accept connections");
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    server.close();
  }

  private static Path programs() throws IOException {
    List<Path> folders = new ArrayList<>();
    for (String each : System.getenv("PATH").split(File.pathSeparator, -1)) {
      folders.add(Path.of(each));
    }
    if (Files.isDirectory(DEBIAN)) {
      try (DirectoryStream<Path> versions = Files.newDirectoryStream(DEBIAN)) {
        versions.forEach(version -> folders.add(version.resolve("bin")));
      }
    }
    return folders.stream()
        .filter(each -> Files.isExecutable(each.resolve("initdb")))
        .findFirst()
        .orElseThrow(() -> RunningProgram.missing("initdb (of Debian's package postgresql)"));
  }

  private RunningProgram start(String command) {
    List<String> words = new ArrayList<>();
    if (isRoot()) {
      words.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }
    words.addAll(List.of((programs + "/" + command).split(" ", -1)));
    return RunningProgram.start(folder, folder.resolve("nothing"), words);
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    own(file);
  }

  private static void own(Path path) throws IOException {
    if (isRoot()) {
      Files.setAttribute(path, "unix:uid", NOBODY);
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
