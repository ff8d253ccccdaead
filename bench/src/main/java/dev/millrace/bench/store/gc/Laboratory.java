package dev.millrace.bench.store.gc;

import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Workbench;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs settings one after the other, each in a JVM that has the machine to itself.
///
/// @param folder where logs and picture belong
record Laboratory(Workbench workbench, Scale scale, Path folder) {
  /// The flags, for all settings alike.
  static final List<String> FLAGS =
      List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");

  private static final List<String> DRAWING_FLAGS = List.of("-Xmx512m", "-Djava.awt.headless=true");

  Outcome measure(Setting setting) throws IOException, InterruptedException {
    List<String> flags = new ArrayList<>(FLAGS);
    flags.addAll(setting.flags(scale));
    flags.add(Pause.flag(log(setting).toString()));
    String printed =
        run(
            setting.word(),
            flags,
            ServingJvm.class,
            List.of(
                setting.name(),
                Integer.toString(scale.entries()),
                Integer.toString(scale.seconds())));
    return new Outcome(
        setting,
        Service.parse(printed.lines().toList().getLast()),
        Pause.parse(Files.readAllLines(log(setting))));
  }

  /// How long the machine itself holds up as many threads as serve requests.
  String holdUps() throws IOException, InterruptedException {
    List<String> flags = List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC");
    return run("machine", flags, HoldUpProbe.class, List.of(Integer.toString(scale.seconds())))
        .strip();
  }

  /// Draws the pauses of all.
  Path draw(List<Outcome> outcomes) throws IOException, InterruptedException {
    Path picture = folder.resolve("store-gc.svg");
    List<String> arguments = new ArrayList<>();
    arguments.add(picture.toString());
    for (Outcome outcome : outcomes) {
      arguments.add(outcome.setting().word());
      arguments.add(Double.toString(outcome.service().begin()));
      arguments.add(Double.toString(outcome.service().end()));
      arguments.add(log(outcome.setting()).toString());
    }
    String _ = run("picture", DRAWING_FLAGS, PausePicture.class, arguments);
    return picture;
  }

  /// Beside what the JVM prints, which may be in the same folder.
  private Path log(Setting setting) {
    return folder.resolve(setting.word() + "-pauses.log");
  }

  private String run(String name, List<String> flags, Class<?> program, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    String peers = ClassPath.ofPeers("bench-store-peers");
    command.addAll(List.of("-cp", ClassPath.own() + File.pathSeparator + peers));
    command.add(program.getName());
    command.addAll(arguments);
    return workbench.start(name, command).awaitEnd();
  }
}
