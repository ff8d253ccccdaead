package dev.millrace.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.seal.Keyring;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DoctorCommandTest {
  @TempDir Path folder;

  @Test
  void it_tells_of_the_machine_the_parts_and_the_programs() {
    assertThat(said("--memory-size", "32MiB").lines())
        .anyMatch(line -> line.matches(" {2}JDK +\\d\\d.*"))
        .anyMatch(line -> line.matches(" {2}TLS +Millrace .*TLSv1\\.3.*"))
        .anyMatch(line -> line.matches(" {2}HTTP server +Helidon 4\\..*"))
        .anyMatch(line -> line.matches(" {2}memory tier +.*32 MiB.*"))
        .anyMatch(line -> line.matches(" {2}SSD tier +.*(io_uring|positional).*"))
        .anyMatch(line -> line.matches(" {2}origin +folder " + folder))
        .anyMatch(line -> line.matches(" {2}fleet +none, as there is neither fleet-members nor .*"))
        .anyMatch(line -> line.matches(" {2}nginx +.+"));
  }

  @Test
  void it_tells_under_which_key_the_ssd_is_sealed() throws Exception {
    var keys = folder.resolve("keys");
    Files.writeString(keys, Keyring.newKey().replaceFirst("\\w+", "winter") + '\n');
    keys.toFile().setReadable(false, false);
    keys.toFile().setReadable(true, true);
    assertThat(said("--ssd-folder", folder + "/ssd", "--ssd-keys", keys.toString()).lines())
        .anyMatch(line ->
            line.matches(" {2}SSD tier +.*, sealed under key winter, compression zstd:1, on .*"));
    Files.writeString(keys, "not a key\n");
    assertThat(said("--ssd-folder", folder + "/ssd", "--ssd-keys", keys.toString()).lines())
        .anyMatch(line -> line.matches(" {2}SSD tier +.*, sealed under no key: .*line 1.*"));
  }

  @Test
  void it_tells_of_which_fleet_it_is_a_node() throws Exception {
    var any = Files.writeString(folder.resolve("any"), "any").toString();
    var node = new ArrayList<>(List.of("--fleet-node", "gw-1"));
    for (var file : List.of("--fleet-certificate", "--fleet-key", "--fleet-ca")) {
      node.addAll(List.of(file, any));
    }
    var listed = new ArrayList<>(node);
    listed.addAll(List.of("--fleet-members", any));
    assertThat(said(listed.toArray(String[]::new)).lines())
        .anyMatch(line -> line.matches(" {2}fleet +node gw-1 of the one in " + any));
    node.addAll(List.of("--fleet-zookeeper", "zk-1:2181/a", "--fleet-address", "h:1"));
    assertThat(said(node.toArray(String[]::new)).lines())
        .anyMatch(
            line -> line.matches(" {2}fleet +node gw-1 of the one in ZooKeeper, zk-1:2181/a"));
  }

  @Test
  void it_tells_which_provider_serves_each_kind_of_cryptography() {
    assertThat(said("--tls", "millrace").lines())
        .anyMatch(line -> line.matches(" {2}random +[A-Za-z]+"))
        .anyMatch(line -> line.matches(" {2}hashes +SUN \\(SHA256, SHA384\\)"))
        .anyMatch(line -> line.matches(" {2}AEAD +SunJCE \\(AES_128_GCM, .*"))
        .anyMatch(line -> line.matches(" {2}curves +Conscrypt \\(X25519, .*"))
        .anyMatch(line -> line.matches(" {2}ML-KEM-768 +.+"))
        .anyMatch(line -> line.matches(" {2}signatures +Conscrypt \\(.*"));
    assertThat(said("--tls", "jdk").lines())
        .anyMatch(line -> line.matches(" {2}AES-GCM +SunJCE .*"))
        .anyMatch(line -> line.matches(" {2}ECDSA +.+"));
  }

  @Test
  void it_tells_what_seals() {
    assertThat(said().lines())
        .anyMatch(line -> line.matches(" {2}zstd +native code, zstd-jni 1\\..*"))
        .anyMatch(line -> line.matches(" {2}lz4 +native code"))
        .anyMatch(line -> line.matches(" {2}AES-GCM +SunJCE .*"));
  }

  private String said(String... settings) {
    var said = new StringWriter();
    var line = new ArrayList<>(List.of("--origin", folder.toString()));
    line.addAll(List.of(settings));
    var status =
        new CommandLine(new DoctorCommand())
            .setOut(new PrintWriter(said))
            .execute(line.toArray(String[]::new));
    assertThat(status).isZero();
    return said.toString();
  }

  @Test
  void what_linux_tells_is_read() throws Exception {
    var proc = folder;
    Files.createDirectories(proc.resolve("sys/kernel"));
    Files.writeString(proc.resolve("meminfo"), "MemTotal:        2097152 kB\nMemFree: 1 kB\n");
    Files.writeString(proc.resolve("cpuinfo"), "processor\t: 0\nflags\t\t: fpu aes avx\n");
    Files.writeString(proc.resolve("sys/kernel/io_uring_disabled"), "2\n");

    assertThat(values(new Machine(proc, List.of())))
        .containsEntry("memory", "2.0 GiB")
        .containsEntry("AES in hardware", "yes")
        .containsEntry("io_uring", "refused by the kernel");
  }

  @Test
  void what_cannot_be_read_is_not_guessed() {
    assertThat(values(new Machine(folder.resolve("absent"), List.of())))
        .containsEntry("memory", "not probed")
        .containsEntry("AES in hardware", "not probed")
        .containsEntry("io_uring", "not probed");
  }

  @Test
  void programs_are_found_in_the_folders_of_the_path() throws Exception {
    var curl = Files.createFile(folder.resolve("curl"));
    assertThat(curl.toFile().setExecutable(true)).isTrue();

    assertThat(new Machine(folder, List.of(folder.resolve("absent"), folder)).programs())
        .contains(new Fact("curl", curl.toString()), new Fact("wrk", "not found"));
  }

  private Map<String, String> values(Machine machine) {
    return machine.facts(folder).stream().collect(Collectors.toMap(Fact::name, Fact::value));
  }
}
