package dev.millrace.gateway.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLineTest {
  /// What Jackson reads of the one text in an object.
  private static String read(String json) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      assertThat(parser.nextFieldName()).isEqualTo("text");
      String text = parser.nextTextValue();
      assertThat(parser.nextToken()).isEqualTo(JsonToken.END_OBJECT);
      assertThat(parser.nextToken()).isNull();
      return text;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "plain", "\"quoted\" \\ /", "\n\r\t\b\f", "ü € 🙂", "</script>", "{}[],:"})
  void text_is_read_as_it_was_written(String text) throws IOException {
    String line = new JsonLine().add("text", text).toString();
    assertThat(line.lines()).hasSize(1);
    assertThat(read(line)).isEqualTo(text);
  }

  @Test
  void every_character_comes_through_and_none_ends_the_line() throws IOException {
    for (int c = 0; c < 0x1_1000; c++) {
      String text = "a" + Character.toString(c) + "b";
      String line = new JsonLine().add("text", text).toString();
      boolean isHalf = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
      assertThat(read(line)).isEqualTo(isHalf ? "a\uFFFDb" : text);
      assertThat(line).doesNotContain("\n", "\r", "\u0085", "\u2028", "\u2029");
    }
  }

  @Test
  void half_a_character_at_the_end_is_replaced() throws IOException {
    assertThat(read(new JsonLine().add("text", "a\uD83D").toString())).isEqualTo("a\uFFFD");
  }

  @Test
  void members_come_in_the_order_they_were_added_in() {
    assertThat(new JsonLine().add("a", "b").add("c", -1).addHundredths("d", 1234))
        .hasToString("{\"a\":\"b\",\"c\":-1,\"d\":12.34}");
    assertThat(new JsonLine()).hasToString("{}");
  }

  @Test
  void values_of_all_kinds_are_as_json_writes_them() {
    JsonLine inner = new JsonLine().add("x", true);
    assertThat(
            new JsonLine()
                .add("a", 0.5)
                .add("b", 1e-9)
                .add("c", Double.POSITIVE_INFINITY)
                .add("d", false)
                .add("e", inner)
                .add("f", List.of(inner, new JsonLine()))
                .add("g", List.of())
                .addTexts("h", List.of("x", "\"\n"))
                .addTexts("i", List.of()))
        .hasToString(
            "{\"a\":0.5,\"b\":1.0E-9,\"c\":null,\"d\":false,\"e\":{\"x\":true},"
                + "\"f\":[{\"x\":true},{}],\"g\":[],\"h\":[\"x\",\"\\\"\\n\"],\"i\":[]}");
  }
}
