package dev.millrace.conformance.runner;

import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/// Reads JSON, of which YAML is a superset.
final class Json {
  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setSchema(new JsonSchema())
          .setCodePointLimit(Integer.MAX_VALUE)
          .build();

  private Json() {}

  /// The object that a text holds.
  ///
  /// @throws IllegalArgumentException if it holds something else
  static Map<?, ?> object(String json) {
    try {
      return object(new Load(SETTINGS).loadFromString(json));
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
    }
  }

  /// A value that is to be an object.
  ///
  /// @throws IllegalArgumentException if it is something else
  static Map<?, ?> object(Object value) {
    if (value instanceof Map<?, ?> object) {
      return object;
    }
    throw new IllegalArgumentException("not a JSON object: " + value);
  }
}
