package dev.millrace.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The processor time that a process and its descendants have used, read from `/proc` (proc(5)).
public final class CpuTime {
  /// USER_HZ, the unit of `/proc/PID/stat`, is 100 on every Linux architecture a JDK 25 exists for.
  private static final Duration TICK = Duration.ofMillis(10);

  private static final int USER_TIME = 14;
  private static final int SYSTEM_TIME = 15;
  private static final int FIRST_AFTER_NAME = 3;

  private CpuTime() {}

  /// User and system time of all that live of the process and its descendants, in steps of 10 ms.
  public static Duration of(ProcessHandle process) throws IOException {
    List<ProcessHandle> family = Stream.concat(Stream.of(process), process.descendants()).toList();
    long ticks = 0;
    for (ProcessHandle member : family) {
      try {
        ticks += ticks(Files.readString(Path.of("/proc", Long.toString(member.pid()), "stat")));
      } catch (NoSuchFileException _) {
        // It ended since the family was listed; nginx's cache loader does so after a minute.
      }
    }
    return TICK.multipliedBy(ticks);
  }

  /// The sum of the fields utime and stime. The second field, the program's name in parentheses,
  /// may itself hold blanks and parentheses, so fields are counted from the last one that closes.
  static long ticks(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", SYSTEM_TIME);
    return Long.parseLong(fields[USER_TIME - FIRST_AFTER_NAME])
        + Long.parseLong(fields[SYSTEM_TIME - FIRST_AFTER_NAME]);
  }
}
