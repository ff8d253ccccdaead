package dev.millrace.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What systemd makes of the unit.
@Timeout(240)
class SystemdUnitTest {
  /// Tenths of systemd's points for exposure, of 100 in all.
  private static final String MOST_EXPOSED = "20";

  private static final Pattern SYSTEM_CALL = Pattern.compile("(?m)^(?:\\d+ +)?([a-z_0-9]+)\\(");

  @TempDir private Path scratch;

  /// The unit, with the distribution where it was built.
  private Path unit() throws Exception {
    String installed =
        Files.readString(Path.of("systemd/millrace.service"))
            .replace("/opt/millrace", Program.distribution().toString());
    return Files.writeString(scratch.resolve("millrace.service"), installed);
  }

  @Test
  void systemd_finds_nothing_wrong_with_it() throws Exception {
    assertThat(Program.outputOf("systemd-analyze", "verify", "--man=no", unit().toString()))
        .isEmpty();
  }

  @Test
  void it_is_exposed_to_little() throws Exception {
    Program security =
        Program.run(
            "systemd-analyze",
            "security",
            "--offline=true",
            "--no-pager",
            "--threshold=" + MOST_EXPOSED,
            unit().toString());
    assertThat(security.status()).as(security.output()).isZero();
  }

  @Test
  void it_stops_later_than_a_gateway_drains() throws Exception {
    assertThat(Files.readString(Path.of("systemd/millrace.service")))
        .containsPattern("(?m)^TimeoutStopSec=45$")
        .containsPattern("(?m)^ExecReload=/bin/kill -HUP \\$MAINPID$");
  }

  @Test
  void the_gateway_calls_nothing_that_the_unit_forbids() throws Exception {
    Set<String> allowed = calls("@system-service");
    allowed.removeAll(calls("@privileged"));
    assertThat(allowed).contains("io_uring_setup", "io_uring_enter", "io_uring_register");
    assertThat(called()).hasSizeGreaterThan(30).isSubsetOf(allowed);
  }

  /// What a set of system calls has, with those of the sets in it.
  private static Set<String> calls(String set) throws Exception {
    Set<String> calls = new TreeSet<>();
    for (String line :
        Program.outputOf("systemd-analyze", "syscall-filter", set).lines().skip(1).toList()) {
      String name = line.strip();
      if (name.startsWith("@")) {
        calls.addAll(calls(name));
      } else if (!name.startsWith("#")) {
        calls.add(name);
      }
    }
    return calls;
  }

  /// What a gateway with an SSD calls that starts, answers and stops.
  private Set<String> called() throws Exception {
    Program.outputOf("strace", "-V");
    Path objects = Files.createDirectory(scratch.resolve("objects"));
    Files.write(objects.resolve("one"), new byte[3 << 20]);
    Path trace = scratch.resolve("trace");
    ProcessBuilder serve =
        Program.millrace(
            Map.of("XDG_STATE_HOME", scratch.toString()),
            "serve",
            "--port",
            "0",
            "--memory-size",
            "16MiB",
            "--ssd-size",
            "64MiB",
            "--ssd-folder",
            scratch.resolve("ssd").toString(),
            "--origin",
            objects.toString());
    serve.command().addAll(0, List.of("strace", "-f", "-qq", "-o", trace.toString()));
    try (ServingMillrace millrace = ServingMillrace.start(serve)) {
      assertThat(millrace.get("one")).hasSize(3 << 20);
      millrace.process().descendants().forEach(ProcessHandle::destroy);
      assertThat(millrace.process().waitFor()).isZero();
    }
    return SYSTEM_CALL
        .matcher(Files.readString(trace, UTF_8))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
