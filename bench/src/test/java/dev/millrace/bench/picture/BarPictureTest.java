package dev.millrace.bench.picture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.millrace.bench.picture.BarPicture.Bar;
import dev.millrace.bench.picture.BarPicture.Panel;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class BarPictureTest {
  /// What the title of a panel may have, with all that is said behind it.
  private static final int MOST_CHARACTERS = 90;

  private static final double PLAIN = 7.4;
  private static final double BOLD = 8.3;

  private static final Panel NEAR =
      new Panel(
          "reads, MB/s (more is better)",
          List.of(
              new Bar("ours", 80, 60, 100, "80 (60–100)", true),
              new Bar("a & <b>", 40, 40, 40, "40", false)));
  private static final Panel FAR =
      new Panel(
          "pauses, ms (less is better)",
          List.of(
              new Bar("ours", 0, 0, 0, "0", true),
              new Bar("g1", 1_000, 10, 1_000, "1000 (10–1000)", false),
              new Bar("zgc", 100, 100, 100, "100", false)));
  private static final BarPicture PICTURE = new BarPicture("Pauses & reads", List.of(NEAR, FAR));

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
  }

  private static List<Element> all(Document svg, String tag, String type) {
    List<Element> all = new ArrayList<>();
    for (int i = 0; i < svg.getElementsByTagName(tag).getLength(); i++) {
      Element element = (Element) svg.getElementsByTagName(tag).item(i);
      if (element.getAttribute("class").equals(type)) {
        all.add(element);
      }
    }
    return all;
  }

  private static double number(Element element, String name) {
    return Double.parseDouble(element.getAttribute(name));
  }

  @Test
  void bars_are_as_long_as_their_figures() throws Exception {
    Document svg = parsed(PICTURE.svg());
    double whole = BarPicture.PLOT_END - BarPicture.PLOT_BEGIN;

    assertThat(number(all(svg, "rect", "ours").getFirst(), "width"))
        .isCloseTo(.8 * whole, within(.1));
    assertThat(number(all(svg, "rect", "other").getFirst(), "width"))
        .isCloseTo(.4 * whole, within(.1));
    Element range = all(svg, "line", "range").getFirst();
    assertThat(number(range, "x1")).isCloseTo(BarPicture.PLOT_BEGIN + .6 * whole, within(.1));
    assertThat(number(range, "x2")).isCloseTo(BarPicture.PLOT_END, within(.1));
  }

  @Test
  void figures_far_apart_are_drawn_by_their_logarithms_and_nothing_has_no_length()
      throws Exception {
    Document svg = parsed(PICTURE.svg());
    double whole = BarPicture.PLOT_END - BarPicture.PLOT_BEGIN;

    assertThat(all(svg, "text", "panel"))
        .extracting(Element::getTextContent)
        .containsExactly(
            "reads, MB/s (more is better)", "pauses, ms (less is better), logarithmic");
    assertThat(number(all(svg, "rect", "ours").get(1), "width")).isZero();
    assertThat(number(all(svg, "rect", "other").get(1), "width")).isCloseTo(whole, within(.1));
    assertThat(number(all(svg, "rect", "other").get(2), "width"))
        .isCloseTo(.55 * whole, within(.1));
  }

  @Test
  void who_does_not_see_it_can_read_it() throws Exception {
    Document svg = parsed(PICTURE.svg());

    assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("Pauses & reads");
    assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
        .isEqualTo(
            "reads, MB/s (more is better): ours 80 (60–100), a & <b> 40."
                + " pauses, ms (less is better): ours 0, g1 1000 (10–1000), zgc 100.");
  }

  @Test
  void rows_stand_below_each_other_within_the_picture() throws Exception {
    Document svg = parsed(PICTURE.svg());
    double height = number(svg.getDocumentElement(), "height");

    List<Element> texts = new ArrayList<>(all(svg, "text", "title"));
    texts.addAll(all(svg, "text", "panel"));
    texts.addAll(all(svg, "text", "name"));
    assertThat(texts.stream().map(text -> number(text, "y")).sorted().toList())
        .hasSize(8)
        .isSubsetOf(texts.stream().map(text -> number(text, "y")).distinct().toList())
        .allSatisfy(y -> assertThat(y).isBetween(12.0, height - 4))
        .isSorted();
    assertThat(texts).extracting(text -> number(text, "y")).doesNotHaveDuplicates();
  }

  @Test
  void texts_reach_neither_into_bars_nor_out_of_the_picture() throws Exception {
    Bar longest = new Bar("sdk-millrace-async", 1e6, 1e6, 1e6, "1234567 (1234567–1234567)", false);
    Panel panel = new Panel("a".repeat(MOST_CHARACTERS), List.of(longest));
    Document svg = parsed(new BarPicture("title", List.of(panel)).svg());

    Element name = all(svg, "text", "name").getFirst();
    assertThat(number(name, "x") - width(name, PLAIN)).isPositive();
    assertThat(number(name, "x")).isLessThan(BarPicture.PLOT_BEGIN);
    Element value = all(svg, "text", "value").getFirst();
    assertThat(number(value, "x") - width(value, PLAIN)).isGreaterThan(BarPicture.PLOT_END);
    Element heading = all(svg, "text", "panel").getFirst();
    assertThat(number(heading, "x") + width(heading, BOLD)).isLessThan(BarPicture.WIDTH);
  }

  /// With so many pixels for each character of 12, which is much even in wide fonts.
  private static double width(Element text, double pixels) {
    return text.getTextContent().length() * pixels;
  }

  @Test
  void equal_figures_give_equal_bytes() {
    assertThat(PICTURE.svg()).isEqualTo(new BarPicture("Pauses & reads", List.of(NEAR, FAR)).svg());
  }
}
