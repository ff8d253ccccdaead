package dev.millrace.conformance.runner;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// What the runner is told of us, `bogo-config.json`: which tests are out of scope, and by what
/// names our failures go.
public final class ShimConfig {
  private static final String RESOURCE = "/dev/millrace/conformance/bogo-config.json";

  private final String json;
  private final Map<?, ?> config;

  private ShimConfig(String json) {
    this.json = json;
    this.config = Json.object(json);
  }

  /// Reads the one that is delivered with this module.
  public static ShimConfig load() throws IOException {
    try (InputStream in = ShimConfig.class.getResourceAsStream(RESOURCE)) {
      byte[] bytes = Objects.requireNonNull(in, RESOURCE).readAllBytes();
      return new ShimConfig(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  Path writeTo(Path folder) throws IOException {
    return Files.writeString(folder.resolve("bogo-config.json"), json);
  }

  /// Patterns of test names, as the runner understands them, with the reason why each is disabled.
  Map<?, ?> disabled() {
    return part("DisabledTests");
  }

  /// What BoringSSL calls errors, with a list of what we call them.
  Map<?, ?> errors() {
    return part("ErrorMap");
  }

  private Map<?, ?> part(String name) {
    return Json.object(Objects.requireNonNull(config.get(name), name));
  }

  /// Why a test is disabled; empty if it is not.
  Optional<String> reason(String test) {
    return disabled().entrySet().stream()
        .filter(entry -> matches(entry.getKey().toString(), test))
        .map(entry -> entry.getValue().toString())
        .findFirst();
  }

  /// Whether a pattern has a name. `*` stands for anything, `?` for a character, and classes such
  /// as `[^M]` are as in regular expressions.
  static boolean matches(String pattern, String name) {
    var regex = new StringBuilder();
    boolean inClass = false;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      inClass = c == '[' || (inClass && c != ']');
      switch (c) {
        case '*' -> regex.append(".*");
        case '?' -> regex.append('.');
        case '[', ']' -> regex.append(c);
        default -> regex.append(inClass ? String.valueOf(c) : Pattern.quote(String.valueOf(c)));
      }
    }
    return name.matches(regex.toString());
  }
}
