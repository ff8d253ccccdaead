package dev.millrace.bench.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Class paths for JVMs that are started.
public final class ClassPath {
  private ClassPath() {}

  /// What this program runs on, whether it found it as modules or as classes.
  public static String own() {
    String modulePath = System.getProperty("jdk.module.path");
    return modulePath == null ? System.getProperty("java.class.path") : of(modulePath);
  }

  /// The same jars as on a module path.
  static String of(String modulePath) {
    return Stream.of(modulePath.split(File.pathSeparator))
        .map(part -> Files.isDirectory(Path.of(part)) ? part + File.separator + "*" : part)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
