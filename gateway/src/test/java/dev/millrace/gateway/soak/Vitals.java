package dev.millrace.gateway.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// What a process takes up of the machine.
///
/// @param resident bytes of memory
record Vitals(long resident, long descriptors, long threads) {
  static Vitals of(long pid) throws IOException {
    Path process = Path.of("/proc", String.valueOf(pid));
    List<String> status = Files.readAllLines(process.resolve("status"));
    try (Stream<Path> open = Files.list(process.resolve("fd"))) {
      return new Vitals(number(status, "VmRSS:") << 10, open.count(), number(status, "Threads:"));
    }
  }

  private static long number(List<String> status, String name) {
    return status.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.replaceAll("\\D", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow();
  }

  /// The middle one.
  static long median(List<Vitals> of, ToLongFunction<Vitals> figure) {
    return of.stream().mapToLong(figure).sorted().skip(of.size() / 2).findFirst().orElseThrow();
  }
}
