package dev.millrace.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// The container image, as it lies on a base that has a Java.
@Timeout(120)
class ImageTest {
  /// The time of folders, and of files that Jib adds.
  private static final String OF_JIB = "1970-01-01 00:00:01";

  @TempDir private Path image;
  private Map<?, ?> manifest;
  private Map<?, ?> configuration;

  @BeforeEach
  void unpack() throws Exception {
    Program.outputOf(
        "tar", "-xf", Program.TARGET.resolve("layers.tar").toString(), "-C", image.toString());
    manifest = (Map<?, ?>) ((List<?>) json("manifest.json")).getFirst();
    configuration = (Map<?, ?>) json(String.valueOf(manifest.get("Config")));
  }

  /// JSON is YAML.
  private Object json(String file) throws Exception {
    return new Load(LoadSettings.builder().build())
        .loadFromString(Files.readString(image.resolve(file)));
  }

  private Map<?, ?> container() {
    return (Map<?, ?>) configuration.get("config");
  }

  /// The names of the files of a layer that has some.
  private List<String> layer(String archive) throws Exception {
    return Program.outputOf("tar", "-tzf", image.resolve(archive).toString()).lines().toList();
  }

  @Test
  void it_runs_as_a_numbered_user_without_a_shell() {
    assertThat(container().get("User")).isEqualTo("65532:65532");
    assertThat((List<?>) container().get("Entrypoint")).first().isEqualTo("java");
    assertThat((List<?>) container().get("Entrypoint"))
        .asString()
        .contains("@/opt/millrace/lib/jvm.options, @/opt/millrace/resources/jvm.options")
        .contains("dev.millrace.gateway/dev.millrace.gateway.command.Millrace");
    assertThat(container().get("Cmd")).isEqualTo(List.of("serve"));
  }

  @Test
  void it_says_what_it_is_and_what_it_needs() {
    assertThat(((Map<?, ?>) container().get("ExposedPorts")).keySet())
        .hasToString("[8443/tcp, 9443/tcp]");
    assertThat(((Map<?, ?>) container().get("Volumes")).keySet())
        .hasToString("[/var/lib/millrace]");
    assertThat((List<?>) container().get("Env")).asString().contains("XDG_STATE_HOME=/var/lib");
    assertThat(((Map<?, ?>) container().get("Labels")).get("org.opencontainers.image.version"))
        .isEqualTo(Program.version());
    assertThat((List<?>) manifest.get("RepoTags"))
        .hasToString("[millrace:" + Program.version() + "]");
  }

  @Test
  void what_changes_least_is_in_layers_of_its_own_below() throws Exception {
    List<List<String>> layers = new ArrayList<>();
    for (Object archive : (List<?>) manifest.get("Layers")) {
      layers.add(layer(archive.toString()));
    }
    List<List<String>> withJars =
        layers.stream()
            .filter(files -> files.stream().anyMatch(file -> file.endsWith(".jar")))
            .toList();
    assertThat(withJars).hasSize(2);
    assertThat(withJars.getFirst())
        .anyMatch(file -> file.contains("helidon-webserver"))
        .anyMatch(file -> file.contains("class-path/zookeeper"))
        .noneMatch(file -> file.contains("/millrace-"));
    assertThat(withJars.getLast())
        .filteredOn(file -> file.endsWith(".jar"))
        .allMatch(file -> file.contains("/millrace-"));
    assertThat(withJars.getLast())
        .contains("opt/millrace/lib/jvm.options", "opt/millrace/bin/millrace");
  }

  @Test
  void equal_sources_give_an_equal_image() throws Exception {
    assertThat(configuration.get("created")).hasToString("2026-11-01T00:00:00Z");
    for (Object archive : (List<?>) manifest.get("Layers")) {
      assertThat(
              Program.outputOf(
                      "tar",
                      "--utc",
                      "--full-time",
                      // Of one that another kind of tar has, and this one need not know.
                      "--warning=no-unknown-keyword",
                      "-tvzf",
                      image.resolve(archive.toString()).toString())
                  .lines())
          .allMatch(line -> line.contains("0/0"))
          .allMatch(line -> line.contains("2026-11-01 00:00:00") || line.contains(OF_JIB));
    }
  }

  @Test
  void its_entry_point_serves_from_what_it_has() throws Exception {
    Path root = Files.createDirectory(image.resolve("root"));
    for (Object archive : (List<?>) manifest.get("Layers")) {
      Program.outputOf(
          "tar", "-xzf", image.resolve(archive.toString()).toString(), "-C", root.toString());
    }
    assertThat(root.resolve("var/lib/millrace")).isDirectory();
    Path objects = Files.createDirectory(image.resolve("objects"));
    Files.writeString(objects.resolve("one"), "uno");
    List<String> command = new ArrayList<>();
    for (Object word : (List<?>) container().get("Entrypoint")) {
      command.add(word.toString().replace("/opt/", root + "/opt/"));
    }
    command.set(0, Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(List.of("serve", "--port", "0", "--origin", objects.toString()));
    ProcessBuilder serve = new ProcessBuilder(command).redirectErrorStream(true);
    serve.environment().put("XDG_STATE_HOME", root + "/var/lib");
    try (ServingMillrace millrace = ServingMillrace.start(serve)) {
      assertThat(millrace.get("one")).asString(UTF_8).isEqualTo("uno");
      millrace.stop();
    }
    assertThat(root.resolve("var/lib/millrace")).isNotEmptyDirectory();
  }
}
