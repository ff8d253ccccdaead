package dev.millrace.gateway.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.constructor.ConstructYamlNull;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.Schema;

/// Reads the YAML of an access file:
///
/// ```yaml
/// anonymous:
///   read: [samples/public/]
/// identities:
///   reports:
///     keys:
///       MRREPORTS: a-secret-of-at-least-16-characters
///     certificates: ["URI:spiffe://example.com/reports", "CN=reports,O=Example"]
///     read: [samples, logs/2026/]
///     list: [logs/2026/]
///     write: [logs/2026/]
///     requests-per-second: 100
/// ```
///
/// Who has no name writes nothing.
///
/// What is not understood is an error: a mistyped rule must not be one less.
final class AccessListReader {
  private static final Pattern NAME = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._@-]{0,62}");
  private static final Pattern KEY_ID = Pattern.compile("[0-9A-Za-z._-]{3,128}");
  private static final int SHORTEST_SECRET = 16;
  private static final Pattern RATE_NUMBER = Pattern.compile("[1-9]\\d{0,5}|1000000");
  private static final String ANONYMOUS = "anonymous";
  private static final String RATE = "requests-per-second";

  private final List<Identity> identities = new ArrayList<>();
  private final Map<String, AccessKey> keys = new HashMap<>();
  private final Map<CertificateName, Identity> certificates = new HashMap<>();

  private AccessListReader() {}

  /// @throws IllegalArgumentException if the text is none, with a line that says why
  static AccessList read(byte[] text) {
    return new AccessListReader().list(load(text));
  }

  private static @Nullable Object load(byte[] text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setAllowDuplicateKeys(false)
            .setMaxAliasesForCollections(0)
            .setCodePointLimit(AccessFile.LARGEST)
            .setSchema(new TextSchema())
            .build();
    try {
      return new Load(settings).loadFromString(new String(text, UTF_8));
    } catch (MarkedYamlEngineException e) {
      String line =
          e.getProblemMark().map(Mark::getLine).map(n -> "line " + (n + 1) + " ").orElse("");
      // Its message quotes the line, which may hold a secret; its problem may quote a key.
      throw new IllegalArgumentException(line + "is not YAML, or says something twice");
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException("it is not YAML", e);
    }
  }

  private AccessList list(@Nullable Object root) {
    Map<String, Object> file = mapping("it", root, ANONYMOUS, "identities");
    Identity anonymous = identity(ANONYMOUS, ANONYMOUS, rules(ANONYMOUS, file.get(ANONYMOUS)));
    mapping("identities", file.get("identities")).forEach(this::addIdentity);
    return new AccessList(identities, anonymous, keys, certificates);
  }

  private static Map<String, Object> rules(String place, @Nullable Object value) {
    return mapping(place, value, Action.READ.word(), Action.LIST.word(), RATE);
  }

  private void addIdentity(String name, @Nullable Object value) {
    String place = "identities." + name;
    if (!NAME.matcher(name).matches() || name.equals(ANONYMOUS)) {
      throw wrong(
          "identities",
          "\""
              + name
              + "\" is not a name: 1 to 63 letters, digits, dots, hyphens, underscores and"
              + " at signs, a letter or digit first, and not anonymous");
    }
    Map<String, Object> said =
        mapping(
            place,
            value,
            "keys",
            "certificates",
            Action.READ.word(),
            Action.LIST.word(),
            Action.WRITE.word(),
            RATE);
    Identity identity = identity(name, place, said);
    identities.add(identity);
    mapping(place + ".keys", said.get("keys"))
        .forEach((id, secret) -> addKey(place + ".keys", id, secret, identity));
    for (String text : texts(place + ".certificates", said.get("certificates"))) {
      addCertificate(place + ".certificates", text, identity);
    }
  }

  private void addKey(String place, String id, @Nullable Object secret, Identity identity) {
    if (!KEY_ID.matcher(id).matches()) {
      throw wrong(place, "an id has 3 to 128 letters, digits, dots, hyphens and underscores");
    }
    if (!(secret instanceof String text) || text.length() < SHORTEST_SECRET) {
      throw wrong(place, id + ": a secret has " + SHORTEST_SECRET + " characters at least");
    }
    if (keys.put(id, AccessKey.of(text, identity)) != null) {
      throw wrong(place, id + " is somebody's already");
    }
  }

  private void addCertificate(String place, String text, Identity identity) {
    CertificateName name;
    try {
      name = CertificateName.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(place, String.valueOf(e.getMessage()));
    }
    if (certificates.put(name, identity) != null) {
      throw wrong(place, "\"" + text + "\" is somebody's already");
    }
  }

  private static Identity identity(String name, String place, Map<String, Object> said) {
    return new Identity(name, grants(place, said), rate(place + "." + RATE, said.get(RATE)));
  }

  private static @Nullable Integer rate(String place, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof String text && RATE_NUMBER.matcher(text).matches()) {
      return Integer.valueOf(text);
    }
    throw wrong(place, "not a whole number from 1 to " + Identity.MOST_REQUESTS_PER_SECOND);
  }

  private static Map<Action, List<Scope>> grants(String place, Map<String, Object> said) {
    Map<Action, List<Scope>> grants = new EnumMap<>(Action.class);
    for (Action action : Action.values()) {
      String where = place + "." + action.word();
      List<Scope> scopes = new ArrayList<>();
      for (String text : texts(where, said.get(action.word()))) {
        try {
          scopes.add(Scope.parse(text));
        } catch (IllegalArgumentException e) {
          throw wrong(where, String.valueOf(e.getMessage()));
        }
      }
      if (!scopes.isEmpty()) {
        grants.put(action, List.copyOf(scopes));
      }
    }
    return grants;
  }

  /// The entries of a mapping, which may be missing.
  ///
  /// @param known the names that there may be; any, if none is given
  private static Map<String, Object> mapping(
      String place, @Nullable Object value, String... known) {
    Map<String, Object> entries = new LinkedHashMap<>();
    if (value == null) {
      return entries;
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong(place, "not a mapping");
    }
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = String.valueOf(entry.getKey());
      if (known.length > 0 && !List.of(known).contains(name)) {
        throw wrong(place, "\"" + name + "\" is unknown; allowed are " + String.join(", ", known));
      }
      entries.put(name, entry.getValue());
    }
    return entries;
  }

  /// The texts of a list, which may be missing.
  private static List<String> texts(String place, @Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw wrong(place, "not a list, such as [one, another]");
    }
    List<String> texts = new ArrayList<>();
    for (Object item : list) {
      if (!(item instanceof String text)) {
        throw wrong(place, "not a list of texts");
      }
      texts.add(text);
    }
    return texts;
  }

  private static IllegalArgumentException wrong(String place, String problem) {
    return new IllegalArgumentException(place + ": " + problem);
  }

  /// Takes every scalar for the text that is written, a secret of digits for one, and none for
  /// nothing.
  private record TextSchema() implements Schema {
    @Override
    public ScalarResolver getScalarResolver() {
      return (text, _) -> text.isEmpty() ? Tag.NULL : Tag.STR;
    }

    @Override
    public Map<Tag, ConstructNode> getSchemaTagConstructors() {
      return Map.of(Tag.NULL, new ConstructYamlNull());
    }
  }
}
