package dev.millrace.bench.growth;

import dev.millrace.bench.growth.membership.Event;
import dev.millrace.bench.growth.membership.Sending;
import dev.millrace.bench.picture.LinePicture.Drawing;
import dev.millrace.bench.process.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/// How it grows, drawn.
///
/// @param sendings what membership sends, by number of nodes
record Pictures(List<Growth> growths, List<Sending> sendings) {
  private static final double PERCENT = 100;

  /// Draws all into a folder.
  List<Path> write(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    try (Workbench workbench = Workbench.open()) {
      return List.of(
          write(workbench, folder, "fleet-load", load()),
          write(workbench, folder, "fleet-cost", cost()),
          write(workbench, folder, "fleet-membership", membership()));
    }
  }

  private static Path write(Workbench workbench, Path folder, String name, Drawing drawing)
      throws IOException, InterruptedException {
    Path file = folder.toAbsolutePath().resolve(name + ".svg");
    drawing.write(workbench, file);
    return file;
  }

  private Drawing load() {
    SequencedMap<String, TreeMap<Integer, Double>> lines = new LinkedHashMap<>();
    lines.put("fullest node", line(each -> PERCENT * (each.load().maxToMean() - 1)));
    lines.put(
        "fullest, by chance",
        line(each -> PERCENT * (Chance.maxToMean(each.slices(), each.nodes()) - 1)));
    lines.put("deviation", line(each -> PERCENT * each.load().deviationToMean()));
    lines.put(
        "deviation, by chance",
        line(each -> PERCENT * Chance.deviationToMean(each.slices(), each.nodes())));
    return new Drawing(
        "Slices of a node, %,d in all".formatted(growths.getFirst().slices()),
        "nodes",
        "percent beside the mean",
        lines);
  }

  private Drawing cost() {
    SequencedMap<String, TreeMap<Integer, Double>> lines = new LinkedHashMap<>();
    lines.put("time, ns", line(each -> each.nanos().median()));
    lines.put("memory, bytes", line(Growth::bytes));
    return new Drawing("A placement", "nodes", "nanoseconds or bytes", lines);
  }

  private Drawing membership() {
    SequencedMap<String, TreeMap<Integer, Double>> lines = new LinkedHashMap<>();
    lines.put("a join", sent(Event.JOIN));
    lines.put("a leave", sent(Event.LEAVE));
    lines.put("a rotation", sent(Event.ROTATION));
    lines.put("a quiet minute", sent(Event.MINUTE));
    return new Drawing("What membership sends", "nodes", "messages", lines);
  }

  private TreeMap<Integer, Double> sent(Event event) {
    TreeMap<Integer, Double> line = new TreeMap<>();
    sendings.forEach(each -> line.put(each.nodes(), each.messages(event).median()));
    return line;
  }

  private TreeMap<Integer, Double> line(ToDoubleFunction<Growth> figure) {
    TreeMap<Integer, Double> line = new TreeMap<>();
    growths.forEach(each -> line.put(each.nodes(), figure.applyAsDouble(each)));
    return line;
  }
}
