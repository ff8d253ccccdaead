package dev.millrace.bench.picture;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.knowm.xchart.XYChart;
import org.w3c.dom.Document;

/// Charts as SVG.
public final class Svg {
  /// Of the fraction of a pixel.
  private static final int DIGITS = 1;

  private Svg() {}

  /// Writes a chart in its own size.
  public static void write(XYChart chart, Path file)
      throws IOException, ParserConfigurationException {
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setPrecision(DIGITS);
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    chart.paint(graphics, chart.getWidth(), chart.getHeight());
    try (Writer writer = Files.newBufferedWriter(file)) {
      graphics.stream(writer, true);
    }
  }
}
