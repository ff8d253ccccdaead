package dev.millrace.s3.credentials;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The strings in a JSON object, without what is nested deeper.
final class JsonParts {
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private JsonParts() {}

  /// The strings by their names; empty where `json` is not one object and nothing else. What is
  /// wrong with it is not told: the parser's messages quote the text, which may be a secret.
  static Optional<Map<String, String>> of(byte[] json) {
    Map<String, String> parts = new HashMap<>();
    try (JsonParser parser = JSON.createParser(json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.VALUE_STRING) {
          parts.put(name, parser.getText());
        } else {
          parser.skipChildren();
        }
      }
      return parser.nextToken() == null ? Optional.of(parts) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
