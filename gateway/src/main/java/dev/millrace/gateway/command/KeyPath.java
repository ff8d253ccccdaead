package dev.millrace.gateway.command;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Where in a folder an object goes: a key names a path there, segment by segment, and nothing
/// else.
///
/// Whoever fills a bucket chooses its keys, and is not to choose where files are written. So a key
/// counts only if the file system, which knows its own separators, drives and forbidden characters,
/// takes each segment for one name; and if none is empty, `.` or `..`.
final class KeyPath {
  /// What unfinished downloads are called.
  private static final String UNFINISHED = ".millrace-part";

  private KeyPath() {}

  /// The path below `folder` that `key` names; empty where it names none.
  static Optional<Path> in(Path folder, String key) {
    String[] segments = key.split("/", -1);
    Path path;
    try {
      path = folder.getFileSystem().getPath(key);
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
    if (path.getRoot() != null || path.getNameCount() != segments.length) {
      return Optional.empty();
    }
    for (int i = 0; i < segments.length; i++) {
      String name = segments[i];
      if (name.isEmpty()
          || name.equals(".")
          || name.equals("..")
          || name.endsWith(UNFINISHED)
          || !path.getName(i).toString().equals(name)) {
        return Optional.empty();
      }
    }
    return Optional.of(folder.resolve(path));
  }
}
