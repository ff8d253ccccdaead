package dev.millrace.bench.picture;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Bars side by side, one panel below the other, as SVG: the median of each, and a whisker from the
/// least to the most. Ours has a colour, what it stands beside has another.
///
/// Places are computed from the lengths of the texts alone, never from the fonts of a machine, so
/// that equal figures give equal bytes.
public record BarPicture(String title, List<Panel> panels) {
  static final int WIDTH = 760;
  static final int NAMES_END = 160;
  static final int PLOT_BEGIN = 168;
  static final int PLOT_END = 560;
  private static final int PLOT_WIDTH = PLOT_END - PLOT_BEGIN;
  private static final int MARGIN = 8;
  private static final int HEAD = 30;
  private static final int PANEL_HEAD = 26;
  private static final int ROW = 18;
  private static final int BAR = 10;

  /// Above that, the shortest bar would be too short to be seen beside the longest.
  private static final double MOST_LINEAR = 30;

  private static final String STYLE =
      """
      <style>
      text { font: 12px sans-serif; fill: #1b1f23 }
      .title { font-size: 14px; font-weight: bold }
      .panel { font-weight: bold }
      .name, .value { text-anchor: end }
      .ours { fill: #1a6fb5 }
      .other { fill: #b4bcc6 }
      .range { stroke: #1b1f23; stroke-width: 1 }
      </style>
      """;

  /// What is measured in one unit.
  ///
  /// @param title what it is, with its unit
  /// @param bars at least one
  public record Panel(String title, List<Bar> bars) {
    /// Whether lengths are logarithms: where figures above 0 lie too far apart.
    boolean isLogarithmic() {
      return most() > MOST_LINEAR * least();
    }

    private double most() {
      return bars.stream().mapToDouble(Bar::max).max().orElse(0);
    }

    private double least() {
      return bars.stream().mapToDouble(Bar::min).filter(figure -> figure > 0).min().orElse(most());
    }

    /// Where a figure is between the beginning of the plot and its end.
    double place(double figure) {
      if (figure <= 0 || most() <= 0) {
        return PLOT_BEGIN;
      }
      // The least figure gets a tenth of the width.
      double share =
          isLogarithmic()
              ? 0.1 + 0.9 * Math.log(figure / least()) / Math.log(most() / least())
              : figure / most();
      return PLOT_BEGIN + PLOT_WIDTH * share;
    }

    private String heading() {
      return isLogarithmic() ? title + ", logarithmic" : title;
    }

    private int height() {
      return PANEL_HEAD + ROW * bars.size();
    }
  }

  /// One side's figure.
  ///
  /// @param value the figure and its range, as they are to be read
  public record Bar(
      String name, double median, double min, double max, String value, boolean isOurs) {}

  /// The picture.
  public String svg() {
    int height = HEAD + panels.stream().mapToInt(Panel::height).sum() + MARGIN;
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n"
            .formatted(WIDTH, height, WIDTH, height));
    svg.append("<title>%s</title>\n<desc>%s</desc>\n".formatted(escaped(title), description()));
    svg.append(STYLE);
    // Pages may be dark.
    svg.append("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n".formatted(WIDTH, height));
    svg.append(text("title", MARGIN, 20, title));
    int top = HEAD;
    for (Panel panel : panels) {
      append(svg, panel, top);
      top += panel.height();
    }
    return svg.append("</svg>\n").toString();
  }

  /// What is to be read by those who do not see it.
  private String description() {
    return panels.stream()
        .map(panel ->
            panel.bars().stream()
                .map(bar -> bar.name() + " " + bar.value())
                .collect(Collectors.joining(", ", panel.title() + ": ", ".")))
        .map(BarPicture::escaped)
        .collect(Collectors.joining(" "));
  }

  private static void append(StringBuilder svg, Panel panel, int top) {
    svg.append(text("panel", MARGIN, top + 18, panel.heading()));
    int row = top + PANEL_HEAD;
    for (Bar bar : panel.bars()) {
      svg.append(text("name", NAMES_END, row + 12, bar.name()));
      svg.append(
          String.format(
              Locale.ROOT,
              "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
              bar.isOurs() ? "ours" : "other",
              PLOT_BEGIN,
              row + 3,
              panel.place(bar.median()) - PLOT_BEGIN,
              BAR));
      svg.append(
          String.format(
              Locale.ROOT,
              "<line class=\"range\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>\n",
              panel.place(bar.min()),
              panel.place(bar.max()),
              row + 8,
              row + 8));
      svg.append(text("value", WIDTH - MARGIN, row + 12, bar.value()));
      row += ROW;
    }
  }

  private static String text(String type, int x, int y, String text) {
    return "<text class=\"%s\" x=\"%d\" y=\"%d\">%s</text>\n".formatted(type, x, y, escaped(text));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
