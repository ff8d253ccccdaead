package dev.millrace.bench.store.gc;

import dev.millrace.bench.picture.Svg;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.ParserConfigurationException;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// The program that draws pauses over time, as SVG: each is a dot, by its length on a logarithmic
/// scale. It is a program of its own, as what it draws with is on no path of the command.
public final class PausePicture {
  private static final int WIDTH = 960;
  private static final int HEIGHT = 480;
  private static final int MARKER = 5;
  private static final double SHORTEST = 0.01;
  private static final List<Color> COLORS =
      List.of(
          new Color(0xC0392B),
          new Color(0xE67E22),
          new Color(0x8E44AD),
          new Color(0x2471A3),
          new Color(0x1E8449));

  private PausePicture() {}

  /// @param arguments the file for the picture; then for each series its name, the second that the
  ///   time begins with, the one that it ends with, and the log
  static void main(String[] arguments) {
    try {
      XYChart chart = chart();
      for (int i = 1; i < arguments.length; i += 4) {
        List<Pause> pauses = Pause.parse(Files.readAllLines(Path.of(arguments[i + 3])));
        double begin = Double.parseDouble(arguments[i + 1]);
        double end = Double.parseDouble(arguments[i + 2]);
        add(chart, arguments[i], COLORS.get(i / 4), begin, end, pauses);
      }
      Svg.write(chart, Path.of(arguments[0]));
    } catch (IOException | ParserConfigurationException | LinkageError e) {
      e.printStackTrace();
      System.out.println("cannot draw: " + e);
      System.exit(1);
    }
  }

  private static XYChart chart() {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title("Pauses while serving from small entries")
            .xAxisTitle("seconds of requests")
            .yAxisTitle("milliseconds")
            .build();
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisMin(SHORTEST);
    chart.getStyler().setMarkerSize(MARKER);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    return chart;
  }

  private static void add(
      XYChart chart, String name, Color color, double begin, double end, List<Pause> pauses) {
    List<Double> seconds = new ArrayList<>();
    List<Double> millis = new ArrayList<>();
    for (Pause pause : pauses) {
      if (pause.end() >= begin && pause.end() <= end) {
        seconds.add(pause.end() - begin);
        millis.add(Math.max(SHORTEST, pause.millis()));
      }
    }
    if (!seconds.isEmpty()) {
      chart
          .addSeries(name, seconds, millis)
          .setMarker(SeriesMarkers.CIRCLE)
          .setMarkerColor(color)
          .setLineStyle(new BasicStroke(0));
    }
  }
}
