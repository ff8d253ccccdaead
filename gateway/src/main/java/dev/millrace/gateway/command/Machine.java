package dev.millrace.gateway.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a machine offers, as far as it can be read without native code.
///
/// @param proc where Linux tells of itself, `/proc`; elsewhere what it would tell is "not probed"
/// @param searched the folders that programs are looked for in, in this order
record Machine(Path proc, List<Path> searched) {
  private static final String NOT_PROBED = "not probed";

  Machine {
    searched = List.copyOf(searched);
  }

  /// The machine that this process runs on.
  static Machine ofProcess() {
    var path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return new Machine(
        Path.of("/proc"),
        Pattern.compile(Pattern.quote(System.getProperty("path.separator")))
            // Where Debian keeps nginx is not on everybody's path.
            .splitAsStream(path + System.getProperty("path.separator") + "/usr/sbin")
            .filter(folder -> !folder.isBlank())
            .map(Path::of)
            .toList());
  }

  /// @param state a folder on the disk whose free space is told; it need not exist yet
  List<Fact> facts(Path state) {
    return List.of(
        new Fact(
            "system",
            property("os.name") + " " + property("os.version") + " " + property("os.arch")),
        new Fact("cores", String.valueOf(Runtime.getRuntime().availableProcessors())),
        new Fact("memory", memory()),
        new Fact("Java heap", gibibytes(Runtime.getRuntime().maxMemory()) + " at most"),
        new Fact(
            "JDK",
            property("java.vm.version")
                + ", "
                + property("java.vendor")
                + ", "
                + property("java.home")),
        new Fact("AES in hardware", aes()),
        new Fact("io_uring", ioUring()),
        new Fact("free disk", freeDisk(state)));
  }

  /// The programs that tests and benches run, and where they were found.
  List<Fact> programs() {
    return List.of("curl", "aws", "openssl", "nginx", "wrk").stream()
        .map(name -> new Fact(name, find(name).map(Path::toString).orElse("not found")))
        .toList();
  }

  private Optional<Path> find(String program) {
    return searched.stream()
        .map(folder -> folder.resolve(program))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  private String memory() {
    return line("meminfo", "MemTotal")
        .map(text -> gibibytes(Long.parseLong(text.replaceAll("\\D", "")) * 1024))
        .orElse(NOT_PROBED);
  }

  /// x86 lists "flags", ARM "Features".
  private String aes() {
    return line("cpuinfo", "flags")
        .or(() -> line("cpuinfo", "Features"))
        .map(flags -> List.of(flags.split(" ")).contains("aes") ? "yes" : "no")
        .orElse(NOT_PROBED);
  }

  /// The kernel's own switch. A filter of system calls may still refuse, which only trying tells.
  private String ioUring() {
    var told =
        switch (text("sys/kernel/io_uring_disabled").strip()) {
          case "0" -> "allowed by the kernel";
          case "1" -> "allowed by the kernel for privileged processes only";
          case "2" -> "refused by the kernel";
          default -> NOT_PROBED;
        };
    var filtered = line("self/status", "Seccomp").filter("2"::equals).isPresent();
    return told + (filtered ? ", and a seccomp filter may refuse it" : "");
  }

  private static String freeDisk(Path state) {
    for (var folder = state.toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder)) {
        try {
          return gibibytes(Files.getFileStore(folder).getUsableSpace()) + " for " + state;
        } catch (IOException e) {
          return NOT_PROBED + ": " + e.getMessage();
        }
      }
    }
    return NOT_PROBED;
  }

  /// What follows `name:` in the first line of `file` that starts so.
  private Optional<String> line(String file, String name) {
    return text(file)
        .lines()
        .filter(line -> line.matches(name + "\\s*:.*"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  private String text(String file) {
    try {
      return Files.readString(proc.resolve(file));
    } catch (IOException _) {
      return "";
    }
  }

  private static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1 << 30));
  }

  private static String property(String name) {
    return System.getProperty(name, NOT_PROBED);
  }
}
