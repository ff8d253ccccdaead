package dev.millrace.conformance.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the runner reports of the tests that it ran.
///
/// @param passed the names of the tests that passed
/// @param failed the names of those that failed, with what was said of each
/// @param unimplemented the names of those that the shim skipped
public record Report(
    SortedSet<String> passed, SortedMap<String, String> failed, SortedSet<String> unimplemented) {

  /// Reads the file that the runner writes for `-json-output`.
  static Report read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  /// @throws IllegalArgumentException if the text is not what the runner writes
  static Report parse(String json) {
    var passed = new TreeSet<String>();
    var failed = new TreeMap<String, String>();
    var unimplemented = new TreeSet<String>();
    Map<?, ?> tests = Json.object(Objects.requireNonNull(Json.object(json).get("tests"), "tests"));
    tests.forEach((key, value) -> {
      String name = key.toString();
      Map<?, ?> result = Json.object(value);
      switch (String.valueOf(result.get("actual"))) {
        case "PASS" -> passed.add(name);
        case "SKIP" -> unimplemented.add(name);
        default -> failed.put(name, result.get("error") instanceof String said ? said : "");
      }
    });
    return new Report(passed, failed, unimplemented);
  }

  /// The names of all tests that were run.
  SortedSet<String> names() {
    var names = new TreeSet<String>(passed);
    names.addAll(failed.keySet());
    names.addAll(unimplemented);
    return names;
  }
}
