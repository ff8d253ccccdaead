package dev.millrace.gateway.settings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/// The one file with settings: a YAML mapping from their names to single values.
///
/// Values are taken as they are written, whatever type YAML would give them, so that a value means
/// the same in the file, in the environment and as a flag. The file is read event by event and the
/// first event that doesn't fit stops it: no nesting, no alias and no tag is ever followed.
final class YamlFile {
  static final int LARGEST = 64 << 10;

  private final Path path;
  private final SequencedMap<String, Given> given = new LinkedHashMap<>();

  private YamlFile(Path path) {
    this.path = path;
  }

  /// What the file `path`, which is absolute, gives by the names of settings.
  static SequencedMap<String, Given> read(Path path) {
    var file = new YamlFile(path);
    file.read();
    return file.given;
  }

  private void read() {
    var limits = LoadSettings.builder().setCodePointLimit(LARGEST).build();
    try {
      readDocument(new ParserImpl(limits, new StreamReader(limits, text())));
    } catch (MarkedYamlEngineException e) {
      var line = e.getProblemMark().map(Mark::getLine).map(number -> ":" + (number + 1)).orElse("");
      throw new SettingException(path + line + " is not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new SettingException(
          path + " is not YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  private void readDocument(Parser events) {
    events.next();
    if (events.checkEvent(Event.ID.StreamEnd)) {
      return;
    }
    events.next();
    var root = events.next();
    if (isEmpty(root)) {
      return;
    }
    if (!(root instanceof MappingStartEvent)) {
      throw new SettingException(
          place(root) + " is not a setting; allowed are lines such as \"port: 8443\"");
    }
    while (!events.checkEvent(Event.ID.MappingEnd)) {
      readSetting(events.next(), events.next());
    }
    events.next();
    events.next();
    if (!events.checkEvent(Event.ID.StreamEnd)) {
      throw new SettingException(
          place(events.next()) + " starts a second document; allowed is one");
    }
  }

  private void readSetting(Event key, Event value) {
    var name = key instanceof ScalarEvent scalar ? scalar.getValue() : "";
    var setting =
        SettingTable.all().stream()
            .filter(known -> known.name().equals(name))
            .findFirst()
            .orElseThrow(() -> SettingException.unknown(name, place(key), SettingTable.names()));
    if (isEmpty(value) || !(value instanceof ScalarEvent scalar)) {
      throw SettingException.malformed(setting, place(value), form(value));
    }
    var folder = Objects.requireNonNull(path.getParent());
    if (given.put(name, new Given(scalar.getValue(), place(value), folder)) != null) {
      throw new SettingException(
          "setting " + name + " is given a second time (" + place(key) + "); allowed is once");
    }
  }

  private static boolean isEmpty(Event event) {
    return event instanceof ScalarEvent scalar
        && switch (scalar.getValue()) {
          case "" -> true;
          case "null", "~" -> scalar.isPlain();
          default -> false;
        };
  }

  private static String form(Event value) {
    return switch (value.getEventId()) {
      case MappingStart -> "a mapping";
      case SequenceStart -> "a list";
      case Alias -> "an alias";
      default -> "empty";
    };
  }

  private String text() {
    try {
      if (Files.size(path) > LARGEST) {
        throw new SettingException(
            path + " is too large for a file of settings; allowed are " + ByteSize.text(LARGEST));
      }
      return Files.readString(path);
    } catch (CharacterCodingException _) {
      throw new SettingException(path + " is not text in UTF-8");
    } catch (IOException e) {
      throw new SettingException(path + " cannot be read: " + e.getMessage());
    }
  }

  /// Where `event` starts, as `FILE:LINE`.
  private String place(Event event) {
    Optional<Mark> start = event.getStartMark();
    return path + start.map(mark -> ":" + (mark.getLine() + 1)).orElse("");
  }
}
