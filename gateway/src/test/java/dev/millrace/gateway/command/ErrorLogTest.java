package dev.millrace.gateway.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import dev.millrace.gateway.settings.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class ErrorLogTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private final ErrorLog quiet = new ErrorLog(new PrintStream(out, true, UTF_8), false);

  private String logged(LogFormat format, boolean debug) {
    return logged(format, debug ? new ErrorLog(new PrintStream(out, true, UTF_8), true) : quiet);
  }

  private String logged(LogFormat format, ErrorLog log) {
    log.format = format;
    var entry = new LogRecord(Level.WARNING, "the origin \"{0}\" is gone");
    entry.setLoggerName("dev.millrace");
    entry.setParameters(new Object[] {"o"});
    entry.setInstant(Instant.parse("2026-11-21T11:10:46.123456Z"));
    entry.setThrown(new IOException("no\nroute", new IllegalStateException("down")));
    log.publish(entry);
    return out.toString(UTF_8);
  }

  private static Map<String, String> members(String json) throws IOException {
    var members = new LinkedHashMap<String, String>();
    try (var parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        members.put(name, parser.nextTextValue());
      }
    }
    return members;
  }

  @Test
  void an_entry_is_a_line_of_text() {
    assertThat(logged(LogFormat.TEXT, false))
        .isEqualTo(
            "millrace: warning: the origin \"o\" is gone: java.io.IOException: no route:"
                + " java.lang.IllegalStateException: down\n");
  }

  @Test
  void while_a_gateway_runs_it_has_the_time_in_utc() {
    quiet.isTimed = true;
    assertThat(logged(LogFormat.TEXT, quiet))
        .startsWith("2026-11-21T11:10:46.123Z millrace: warning: the origin \"o\" is gone: ")
        .hasLineCount(1);
  }

  @Test
  void an_entry_is_an_object_of_json() throws IOException {
    var line = logged(LogFormat.JSON, false);
    assertThat(line.lines()).hasSize(1);
    var members = members(line);
    assertThat(members.keySet()).containsExactly("time", "level", "logger", "message", "thrown");
    assertThat(members)
        .containsEntry("level", "warning")
        .containsEntry("logger", "dev.millrace")
        .containsEntry("message", "the origin \"o\" is gone")
        .containsEntry(
            "thrown", "java.io.IOException: no\nroute: java.lang.IllegalStateException: down");
  }

  @Test
  void with_debug_the_stack_is_in_the_same_line() throws IOException {
    var line = logged(LogFormat.JSON, true);
    assertThat(line.lines()).hasSize(1);
    assertThat(members(line).get("stack")).contains("ErrorLogTest.logged");
  }
}
