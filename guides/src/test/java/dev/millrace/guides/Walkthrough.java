package dev.millrace.guides;

import dev.millrace.guides.Block.Commands;
import dev.millrace.guides.Block.Dependencies;
import dev.millrace.guides.Block.Excerpt;
import dev.millrace.guides.Block.Interrupt;
import dev.millrace.guides.Block.NotRun;
import dev.millrace.guides.Block.Server;
import dev.millrace.guides.Block.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Follows a guide to its end, in a folder of its own: `millrace` is the launcher of this checkout,
/// and `lib` has the jars that the guides' programs need.
///
/// What is set in one block holds in those that come after, and in terminals opened by them.
final class Walkthrough implements AutoCloseable {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern DEPENDENCY =
      Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>");
  private static final int LONGEST_SECONDS = 120;

  /// Has a shell end where a command fails, and leave its variables and its folder, in KEPT, to the
  /// next.
  private static final String KEEP =
      """
      keep() { { export -p; printf 'cd %q\\n' "$PWD"; } > KEPT.new; mv KEPT.new KEPT; }
      trap keep EXIT
      set -ea
      """;

  private final Guide guide;
  private final Path folder;

  /// What belongs to the test, beside `folder`.
  private final Path own;

  private final Map<String, String> environment;
  private final Map<String, Terminal> terminals = new HashMap<>();

  /// @param scratch an empty folder
  /// @param libraries the folder with the jars
  /// @param environment variables that are set at the beginning
  Walkthrough(Guide guide, Path scratch, Path libraries, Map<String, String> environment)
      throws IOException {
    this.guide = guide;
    this.environment = environment;
    folder = Files.createDirectory(scratch.resolve("guide"));
    own = Files.createDirectory(scratch.resolve("own"));
    Files.createSymbolicLink(own.resolve("millrace"), ROOT.resolve("millrace"));
    Files.createSymbolicLink(folder.resolve("lib"), libraries);
  }

  /// Does all that the guide says, and fails where something else comes of it.
  void follow() throws Exception {
    for (Block block : guide.blocks()) {
      try {
        follow(block);
      } catch (AssertionError e) {
        throw new AssertionError("%s:%d: %s".formatted(guide, block.line(), e.getMessage()), e);
      }
    }
  }

  private void follow(Block block) throws Exception {
    switch (block) {
      case SourceFile(_, String name, String text) -> {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
      }
      case Excerpt(_, String text) -> demandExcerpt(text);
      case Dependencies(_, String text) -> demandJars(text);
      case Commands commands -> run(commands);
      case Server(_, String terminal, String text, Printed printed) -> {
        Terminal opened = new Terminal(shell(text));
        terminals.put(terminal, opened);
        opened.await(printed);
      }
      case Interrupt(_, String terminal) -> terminals.remove(terminal).close();
      case NotRun _ -> {}
    }
  }

  private void run(Commands commands) throws IOException, InterruptedException {
    Path output = own.resolve("output");
    String keep = KEEP.replace("KEPT", kept().toString());
    Process process = shell(keep + commands.text()).redirectOutput(output.toFile()).start();
    boolean ended = process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
    String said = Files.readString(output);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw failure("it does not end", said);
    }
    if ((process.exitValue() != 0) != commands.fails()) {
      throw failure("its status is " + process.exitValue(), said);
    }
    Printed printed = commands.printed();
    if (printed != null && !printed.isAllOf(said)) {
      throw failure("expected:\n" + printed, said);
    }
  }

  private AssertionError failure(String problem, String said) {
    StringBuilder all = new StringBuilder(problem).append("\nbut it said:\n").append(said);
    terminals.forEach((name, terminal) ->
        all.append("terminal ").append(name).append(":\n").append(terminal.output()));
    return new AssertionError(all.toString());
  }

  private Path kept() {
    return own.resolve("kept");
  }

  /// A shell that begins with the variables and the folder that were kept last.
  private ProcessBuilder shell(String text) throws IOException {
    String before = Files.exists(kept()) ? Files.readString(kept()) : "cd '" + folder + "'\n";
    ProcessBuilder shell =
        new ProcessBuilder("bash", "-c", before + text)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile());
    Map<String, String> variables = shell.environment();
    variables.keySet().removeIf(name -> name.matches("(AWS|JAVA_TOOL|JDK_JAVA|MILLRACE|XDG)_.*"));
    variables.put("PATH", own + ":" + System.getProperty("java.home") + "/bin:" + path());
    variables.put("HOME", own.toString());
    variables.put("LC_ALL", "C.UTF-8");
    variables.put("MILLRACE_BUILD", "no");
    variables.putAll(environment);
    return shell;
  }

  private static String path() {
    return System.getenv().getOrDefault("PATH", "");
  }

  private void demandExcerpt(String text) {
    boolean found =
        guide.blocks(SourceFile.class).stream()
            .anyMatch(file -> unindented(file.text()).contains(unindented(text)));
    if (!found) {
      throw new AssertionError("it is part of none of the guide's files:\n" + text);
    }
  }

  private static String unindented(String text) {
    return text.replaceAll("(?m)^\\s+", "");
  }

  private void demandJars(String text) {
    for (MatchResult each : DEPENDENCY.matcher(text).results().toList()) {
      String jar = each.group(1) + "-" + each.group(2) + ".jar";
      if (!Files.exists(folder.resolve("lib").resolve(jar))) {
        throw new AssertionError("the guides are not tested with " + jar);
      }
    }
  }

  @Override
  public void close() throws IOException {
    terminals.values().forEach(Terminal::close);
    // Whoever deletes the folders would take what they lead to for part of them.
    Files.delete(folder.resolve("lib"));
    Files.delete(own.resolve("millrace"));
  }
}
