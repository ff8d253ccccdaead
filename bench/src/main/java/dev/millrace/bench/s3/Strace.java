package dev.millrace.bench.s3;

import dev.millrace.bench.process.Child;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Counts a running process's system calls with `strace`.
record Strace(Workbench workbench, Path program) {
  private static final Duration ATTACH_LIMIT = Duration.ofSeconds(20);

  /// Attaches to the process.
  ///
  /// @throws IOException if it may not, for example in a container or to a stranger's process
  Counting attach(ProcessHandle process) throws IOException, InterruptedException {
    Path table = workbench.folder().resolve("strace.txt");
    Child strace =
        workbench.start(
            "strace",
            List.of(
                program.toString(),
                "-f",
                "-c",
                "-o",
                table.toString(),
                "-p",
                Long.toString(process.pid())));
    strace.await(() -> Files.readString(strace.log()).contains("attached"), ATTACH_LIMIT);
    return new Counting(strace, table);
  }

  /// A count that is going on.
  record Counting(Child strace, Path table) {
    /// Detaches.
    SystemCalls end() throws IOException, InterruptedException {
      strace.process().destroy();
      // It ends by the signal that it was sent.
      strace.process().waitFor();
      return SystemCalls.parse(Files.readString(table));
    }
  }
}
