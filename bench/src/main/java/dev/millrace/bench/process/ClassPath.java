package dev.millrace.bench.process;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

  /// The jars that the build has collected for a module that has nothing else.
  ///
  /// @param module its folder, beside that of this one
  public static String ofPeers(String module) {
    return collected(module, "lib");
  }

  /// What the gateway finds the jars on that cannot be modules: membership on ZooKeeper.
  public static String ofGateway() {
    return collected("gateway", "class-path");
  }

  private static String collected(String module, String name) {
    try {
      URI code = ClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      Path folder = Path.of(code).resolveSibling(Path.of("..", "..", module, "target", name));
      return folder.normalize() + File.separator + "*";
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The same jars as on a module path.
  static String of(String modulePath) {
    return Stream.of(modulePath.split(File.pathSeparator))
        .map(part -> Files.isDirectory(Path.of(part)) ? part + File.separator + "*" : part)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /// A class path without the jars of an artifact.
  ///
  /// @param artifact what their names begin with
  public static String without(String classPath, String artifact) throws IOException {
    List<String> parts = new ArrayList<>();
    for (String part : classPath.split(File.pathSeparator, -1)) {
      if (part.endsWith("*")) {
        try (Stream<Path> files = Files.list(Path.of(part).getParent())) {
          files.map(Path::toString).sorted().forEach(parts::add);
        }
      } else {
        parts.add(part);
      }
    }
    parts.removeIf(part -> String.valueOf(Path.of(part).getFileName()).startsWith(artifact));
    return String.join(File.pathSeparator, parts);
  }

  /// The file names of the jars on a class path, in alphabetical order; they tell versions.
  public static List<String> jars(String classPath) throws IOException {
    List<String> jars = new ArrayList<>();
    for (String part : classPath.split(File.pathSeparator, -1)) {
      Path path = Path.of(part.replaceFirst("\\*$", ""));
      if (Files.isDirectory(path)) {
        try (Stream<Path> files = Files.list(path)) {
          files.map(file -> file.getFileName().toString()).forEach(jars::add);
        }
      } else {
        jars.add(path.getFileName().toString());
      }
    }
    jars.removeIf(name -> !name.endsWith(".jar"));
    jars.sort(Comparator.naturalOrder());
    return jars;
  }
}
