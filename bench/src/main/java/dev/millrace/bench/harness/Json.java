package dev.millrace.bench.harness;

import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/// One JSON object (RFC 8259) in a line.
final class Json {
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setSchema(new JsonSchema()).build();

  private Json() {}

  /// Reads a line; YAML, whose parser does it, is a superset.
  ///
  /// @throws IllegalArgumentException if it is no object
  static Map<?, ?> parse(String line) {
    try {
      if (new Load(SETTINGS).loadFromString(line) instanceof Map<?, ?> object) {
        return object;
      }
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException("not JSON: " + line, e);
    }
    throw new IllegalArgumentException("not a JSON object: " + line);
  }

  static String object(String... members) {
    return "{" + String.join(",", members) + "}";
  }

  static String text(String key, String value) {
    return "\"%s\":\"%s\"".formatted(key, escaped(value));
  }

  static String number(String key, double value) {
    return "\"%s\":%s".formatted(key, Double.isFinite(value) ? Figures.plain(value) : "null");
  }

  /// RFC 8259, section 7: quotation mark, reverse solidus and control characters are escaped.
  private static String escaped(String value) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ') {
        escaped.append("\\u%04x".formatted((int) c));
      } else if (c == '"' || c == '\\') {
        escaped.append('\\').append(c);
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
