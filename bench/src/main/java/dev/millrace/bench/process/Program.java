package dev.millrace.bench.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Programs installed on this machine.
public final class Program {
  private Program() {}

  /// The program's file. Beside `PATH` the folders of system programs are searched, which Debian
  /// leaves out of an ordinary user's path.
  public static Optional<Path> find(String name) {
    return Stream.concat(
            Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
            Stream.of("/usr/local/sbin", "/usr/sbin"))
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }
}
