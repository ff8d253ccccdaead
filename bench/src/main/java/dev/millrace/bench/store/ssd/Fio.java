package dev.millrace.bench.store.ssd;

import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// fio(1), set up as we are: io_uring, O_DIRECT, registered files and buffers, which lie in huge
/// pages. A large read into scattered pages is split up, and took more than twice as long here.
///
/// @param program its file
record Fio(Workbench workbench, Path program) {
  private static final String NAME = "fio";

  /// See "Memory Allocation Tunables" in the manual of the GNU C library; others do not mind it.
  private static final String MALLOC_IN_HUGE_PAGES = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1";

  private static final double MICROS_PER_PERCENT_OF_MILLI = 10;

  String version() throws IOException, InterruptedException {
    return workbench
        .start("fio-version", List.of(program.toString(), "--version"))
        .awaitEnd()
        .strip();
  }

  /// One round.
  ///
  /// @throws IOException if it fails, as it does where the kernel refuses io_uring
  Sample read(ReadCase one, Path file, Duration length) throws IOException, InterruptedException {
    return parse(
        workbench
            .start(
                NAME,
                List.of(
                    "env",
                    MALLOC_IN_HUGE_PAGES,
                    program.toString(),
                    "--iomem_align=2m",
                    "--name=read",
                    "--filename=" + file,
                    "--readonly",
                    "--rw=randread",
                    "--norandommap",
                    "--randrepeat=0",
                    "--ioengine=io_uring",
                    "--direct=1",
                    "--registerfiles=1",
                    "--fixedbufs=1",
                    "--bs=" + one.bytes(),
                    "--iodepth=" + one.depth(),
                    "--numjobs=" + one.queues(),
                    "--group_reporting",
                    "--time_based",
                    "--runtime=" + length.toSeconds(),
                    "--output-format=json"))
            .awaitEnd());
  }

  /// Reads the first job of its report, which is the sum of all. Processor time is told in percent
  /// of the milliseconds that all processes ran.
  static Sample parse(String report) throws IOException {
    double reads = number(report, "total_ios");
    double percent = number(report, "usr_cpu") + number(report, "sys_cpu");
    double millis = number(report, "job_runtime");
    return new Sample(
        number(report, "iops"), percent * millis * MICROS_PER_PERCENT_OF_MILLI / reads);
  }

  private static double number(String report, String key) throws IOException {
    Matcher matcher = Pattern.compile("\"%s\" : ([0-9.]+)".formatted(key)).matcher(report);
    if (!matcher.find()) {
      throw new IOException("fio reported no " + key);
    }
    return Double.parseDouble(matcher.group(1));
  }
}
