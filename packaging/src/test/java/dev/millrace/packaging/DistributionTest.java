package dev.millrace.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The archive, and what it starts.
@Timeout(120)
class DistributionTest {
  @TempDir private Path scratch;

  @Test
  void the_archive_has_one_folder_with_a_command_that_may_run() throws Exception {
    String version = Program.version();
    String listed =
        Program.outputOf(
            "tar", "-tvzf", Program.TARGET.resolve("millrace-" + version + ".tar.gz").toString());
    assertThat(listed.lines()).allMatch(line -> line.contains(" millrace-" + version + "/"));
    assertThat(listed)
        .containsPattern("-rwxr-xr-x .*/bin/millrace\n")
        .containsPattern("-rw-r--r-- .*/lib/jvm.options\n")
        .contains(
            "/LICENSE\n",
            "/systemd/millrace.service\n",
            "/lib/modules/millrace-gateway-" + version + ".jar\n",
            "/lib/class-path/millrace-fleet-zookeeper-" + version + ".jar\n")
        .doesNotContain("sources", "test");
  }

  @Test
  void it_serves_from_wherever_it_lies_and_through_a_link() throws Exception {
    Path link = Files.createSymbolicLink(scratch.resolve("link"), Program.distribution());
    Files.writeString(Files.createDirectory(scratch.resolve("objects")).resolve("one"), "uno");
    ProcessBuilder serve =
        Program.millrace(
            Map.of("XDG_STATE_HOME", scratch.toString()), "serve", "--port", "0", "--origin");
    serve.command().add(scratch.resolve("objects").toString());
    serve.command().set(0, link.resolve("bin/millrace").toString());
    try (ServingMillrace millrace = ServingMillrace.start(serve)) {
      assertThat(millrace.get("one")).asString(UTF_8).isEqualTo("uno");
      millrace.stop();
    }
  }

  @Test
  void flags_of_the_user_win_over_those_of_the_distribution() throws Exception {
    assertThat(doctor(Map.of())).containsPattern("Java heap +0.5 GiB");
    assertThat(doctor(Map.of("MILLRACE_JAVA_OPTS", "-Xmx1g")))
        .containsPattern("Java heap +1.0 GiB");
  }

  private static String doctor(Map<String, String> environment) throws Exception {
    Process doctor = Program.millrace(environment, "doctor", "--origin", "/").start();
    return new String(doctor.getInputStream().readAllBytes(), UTF_8);
  }

  @Test
  void without_an_origin_it_says_that_there_must_be_one() throws Exception {
    Process serve = Program.millrace(Map.of(), "serve").start();
    assertThat(new String(serve.getInputStream().readAllBytes(), UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("millrace: origin is not set");
    assertThat(serve.waitFor()).isOne();
  }

  @Test
  void an_older_java_is_told_from_a_newer_one() throws Exception {
    Path old = Files.createDirectories(scratch.resolve("jdk-17/bin"));
    Files.writeString(old.resolveSibling("release"), "JAVA_VERSION=\"17.0.9\"\n");
    File java = Files.writeString(old.resolve("java"), "#!/bin/sh\necho old\n").toFile();
    assertThat(java.setExecutable(true)).isTrue();
    Process version =
        Program.millrace(Map.of("JAVA_HOME", old.getParent().toString()), "--version").start();
    assertThat(new String(version.getInputStream().readAllBytes(), UTF_8))
        .startsWith("millrace " + Program.version());
  }
}
