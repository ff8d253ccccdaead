package dev.millrace.bench.picture;

import dev.millrace.bench.process.ClassPath;
import dev.millrace.bench.process.Workbench;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import javax.xml.parsers.ParserConfigurationException;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// The program that draws lines over two logarithmic axes.
public final class LinePicture {
  private static final List<String> FLAGS = List.of("-Xmx512m", "-Djava.awt.headless=true");
  private static final int WIDTH = 800;
  private static final int HEIGHT = 420;
  private static final int MARKER = 7;
  private static final float STROKE = 2;
  private static final List<Color> COLORS =
      List.of(
          new Color(0x2471A3),
          new Color(0xC0392B),
          new Color(0x1E8449),
          new Color(0xE67E22),
          new Color(0x8E44AD));

  private LinePicture() {}

  /// What is drawn.
  ///
  /// @param lines by their names, each the figures above 0 at some places above 0
  public record Drawing(
      String title,
      String xTitle,
      String yTitle,
      SequencedMap<String, ? extends SequencedMap<Integer, Double>> lines) {

    /// Draws it in a JVM of its own.
    public void write(Workbench workbench, Path file) throws IOException, InterruptedException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(FLAGS);
      String peers = ClassPath.ofPeers("bench-store-peers");
      command.addAll(List.of("-cp", ClassPath.own() + File.pathSeparator + peers));
      command.add(LinePicture.class.getName());
      command.addAll(List.of(file.toString(), title, xTitle, yTitle));
      lines.forEach((name, line) -> command.addAll(List.of(name, text(line))));
      String _ = workbench.start("picture", command).awaitEnd();
    }

    private static String text(Map<Integer, Double> line) {
      return line.entrySet().stream()
          .map(point -> point.getKey() + ":" + point.getValue())
          .collect(Collectors.joining(","));
    }
  }

  /// @param arguments the file, the title, those of the axes; then for each line its name and its
  ///   points
  static void main(String[] arguments) {
    try {
      XYChart chart = chart(arguments[1], arguments[2], arguments[3]);
      for (int i = 4; i < arguments.length; i += 2) {
        add(chart, arguments[i], arguments[i + 1], COLORS.get(i / 2 - 2));
      }
      Svg.write(chart, Path.of(arguments[0]));
    } catch (IOException | ParserConfigurationException | LinkageError e) {
      e.printStackTrace();
      System.out.println("cannot draw: " + e);
      System.exit(1);
    }
  }

  private static XYChart chart(String title, String xTitle, String yTitle) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setMarkerSize(MARKER);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    return chart;
  }

  private static void add(XYChart chart, String name, String points, Color color) {
    List<String[]> pairs = Arrays.stream(points.split(",", -1)).map(p -> p.split(":", 2)).toList();
    chart
        .addSeries(
            name,
            pairs.stream().map(pair -> Double.parseDouble(pair[0])).toList(),
            pairs.stream().map(pair -> Double.parseDouble(pair[1])).toList())
        .setMarker(SeriesMarkers.CIRCLE)
        .setMarkerColor(color)
        .setLineColor(color)
        .setLineStyle(new BasicStroke(STROKE));
  }
}
