package dev.millrace.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.millrace.guides.Block.NotRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The guides, followed as they are by somebody who pastes every command.
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuideTest {
  private static final Path FOLDER = Path.of("..", "docs", "guides");
  private static final Path LIBRARIES = Path.of("target", "lib").toAbsolutePath();
  private static final List<String> PROGRAMS = List.of("aws", "curl", "openssl");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)(?:#([^)]*))?\\)");

  @TempDir private Path scratch;

  /// Puts the jars on the path of this test into one folder.
  @BeforeAll
  static void gatherLibraries() throws IOException {
    try (Stream<Path> old = Files.list(Files.createDirectories(LIBRARIES))) {
      for (Path link : old.toList()) {
        Files.delete(link);
      }
    }
    List<Path> jars =
        entries(System.getProperty("java.class.path"))
            .filter(entry -> entry.endsWith(".jar"))
            .map(Path::of)
            .toList();
    for (Path jar : jars) {
      Files.createSymbolicLink(LIBRARIES.resolve(jar.getFileName()), jar);
    }
  }

  private static Stream<String> entries(String path) {
    return Pattern.compile(File.pathSeparator).splitAsStream(path).distinct();
  }

  static Stream<Path> guides() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> !file.endsWith("README.md")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("guides")
  void every_command_does_what_the_guide_says(Path file) throws Exception {
    FreePorts ports = new FreePorts();
    Guide guide = Guide.read(file, ports::inPlaceOfThoseOf);
    demandPrograms(guide);
    Map<String, String> settings = Map.of("MILLRACE_PORT", ports.inPlaceOfThoseOf("8443"));
    ports.release();
    try (Walkthrough walkthrough = new Walkthrough(guide, scratch, LIBRARIES, settings)) {
      walkthrough.follow();
    }
  }

  private static void demandPrograms(Guide guide) {
    for (String program : PROGRAMS) {
      boolean wanted = guide.text().lines().anyMatch(line -> line.startsWith(program + " "));
      if (wanted && !isInstalled(program)) {
        System.out.println("SKIPPED " + guide + ": " + program + " is not installed");
        abort(program + " is not installed");
      }
    }
  }

  private static boolean isInstalled(String program) {
    return entries(System.getenv().getOrDefault("PATH", ""))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  @Test
  void what_is_not_run_is_little_and_says_why() throws IOException {
    List<String> reasons = new ArrayList<>();
    for (Path file : guides().toList()) {
      Guide guide = Guide.read(file, text -> text);
      for (NotRun block : guide.blocks(NotRun.class)) {
        reasons.add("%s:%d: %s".formatted(guide, block.line(), block.reason()));
      }
    }
    reasons.forEach(reason -> System.out.println("NOT RUN " + reason));
    assertThat(reasons).hasSize(2);
  }

  @Test
  void the_list_of_guides_has_them_all() throws IOException {
    String list = Files.readString(FOLDER.resolve("README.md"));
    assertThat(guides()).allSatisfy(file -> assertThat(list).contains("(" + file.getFileName()));
  }

  @Test
  void every_link_leads_somewhere() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        LINK.matcher(Files.readString(file))
            .results()
            .forEach(link -> demandTarget(file, link.group(1), link.group(2)));
      }
    }
  }

  private static void demandTarget(Path file, String path, String heading) {
    Path target = path.isEmpty() ? file : file.resolveSibling(path);
    assertThat(target).as("a link of %s", file).exists();
    if (heading != null) {
      assertThat(target)
          .as("a link of %s to #%s", file, heading)
          .content()
          .matches(text -> text.lines().anyMatch(line -> anchor(line).equals(heading)));
    }
  }

  /// What a heading is linked by, as GitHub makes it.
  private static String anchor(String line) {
    return line.startsWith("#")
        ? line.replaceFirst("#+ ", "")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^\\w -]", "")
            .replace(' ', '-')
        : "";
  }
}
