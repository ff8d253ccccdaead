package dev.millrace.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The memory that a process and its descendants take, read from `/proc` (proc(5)).
public final class MemoryUse {
  private static final String SHARE = "Pss:";

  private MemoryUse() {}

  /// The proportional set size of all, in bytes: pages that several processes share count once. The
  /// page cache, where a server leaves its files, is not in it.
  public static long of(ProcessHandle process) throws IOException {
    List<ProcessHandle> family = Stream.concat(Stream.of(process), process.descendants()).toList();
    long kibibytes = 0;
    for (ProcessHandle member : family) {
      try {
        kibibytes +=
            share(Files.readString(Path.of("/proc", Long.toString(member.pid()), "smaps_rollup")));
      } catch (NoSuchFileException _) {
        // It ended since the family was listed.
      }
    }
    return kibibytes << 10;
  }

  /// The line `Pss:` in kB, which are 1,024 bytes each.
  static long share(String rollup) throws IOException {
    String line =
        rollup
            .lines()
            .filter(text -> text.startsWith(SHARE))
            .findFirst()
            .orElseThrow(() -> new IOException("this kernel does not tell a process's share"));
    return Long.parseLong(line.substring(SHARE.length()).replace("kB", "").strip());
  }
}
