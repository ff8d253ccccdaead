package dev.millrace.seal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A test vector of `docs/seal-format.md`.
///
/// @param common what all are under and bound to
/// @param own what this one consists of
record Vector(Map<String, String> common, Map<String, String> own) {
  private static final Path PAGE = Path.of("..", "docs", "seal-format.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\n(.*?)^```$");

  /// Those of the page, in their order.
  static List<Vector> ofThePage() throws IOException {
    String page = Files.readString(PAGE);
    String vectors = page.substring(page.indexOf("\n## Test vectors\n"));
    List<Map<String, String>> blocks = new ArrayList<>();
    BLOCK
        .matcher(vectors)
        .results()
        .map(block -> block.group(1))
        .filter(text -> text.startsWith("keyring:") || text.startsWith("container:"))
        .forEach(text -> blocks.add(fields(text)));
    return blocks.stream().skip(1).map(own -> new Vector(blocks.get(0), own)).toList();
  }

  /// Lines of `name: value`, of which the value goes on in lines that begin with a space.
  private static Map<String, String> fields(String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : text.replaceAll("\\n +", "").lines().toList()) {
      int colon = line.indexOf(':');
      fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    return fields;
  }

  Keyring keyring() {
    return Keyring.parse(List.of(text("keyring")));
  }

  byte[] wrappingKey() {
    return Base64.getDecoder().decode(text("keyring").substring("2f1d7c5a ".length()));
  }

  Binding binding() {
    long position = Long.parseLong(text("position"));
    return new Binding(text("bucket"), text("key"), text("version"), position);
  }

  byte[] container() {
    return hex("container");
  }

  int codec() {
    return container()[6];
  }

  int keySize() {
    return container()[9];
  }

  /// The only segment, with its tag.
  byte[] segment() {
    byte[] container = container();
    return Arrays.copyOfRange(container, 98 + keySize(), container.length);
  }

  byte[] hex(String name) {
    return HexFormat.of().parseHex(value(own.get(name), name));
  }

  String content() {
    return codec() == 0 ? "sealed, not compressed" : "the cat sat on the mat. ".repeat(20);
  }

  Forger forger() {
    byte[] at = container();
    return new Forger(at[5], at[6], at[7], at[8], at[9], hex("data"), binding());
  }

  @Override
  public String toString() {
    return "codec " + codec();
  }

  private String text(String name) {
    return value(common.get(name), name);
  }

  private static String value(@Nullable String value, String name) {
    if (value == null) {
      throw new AssertionError("the page lacks " + name);
    }
    return value;
  }
}
