package dev.millrace.gateway.command;

import dev.millrace.gateway.json.JsonLine;
import dev.millrace.gateway.renewal.Watched;
import dev.millrace.gateway.settings.LogFormat;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is logged goes to stderr, a line each, from WARNING upwards, as text or as an object of
/// JSON. While a gateway runs, a line of text has a time, too.
final class ErrorLog extends Handler {
  /// Who says at length, and again and again, what the gateway says in a line. Kept here, since the
  /// log forgets the level of a logger that nobody holds.
  private static final List<Logger> TALKATIVE =
      Stream.of("org.apache.zookeeper", "org.apache.curator", "io.opentelemetry")
          .map(Logger::getLogger)
          .toList();

  /// Whose INFO is what an operator waits for: that a file holds as it is now.
  private static final Logger RENEWALS = Logger.getLogger(Watched.class.getName());

  private final PrintStream target;
  private final boolean debug;
  volatile LogFormat format = LogFormat.TEXT;
  volatile boolean isTimed;

  ErrorLog(PrintStream target, boolean debug) {
    this.target = target;
    this.debug = debug;
  }

  /// Makes this the only log of the process.
  ///
  /// @param debug whether INFO is logged too, and stack traces
  static void configure(boolean debug) {
    LogManager.getLogManager().reset();
    var root = Logger.getLogger("");
    root.setLevel(debug ? Level.INFO : Level.WARNING);
    TALKATIVE.forEach(logger -> logger.setLevel(debug ? Level.INFO : Level.OFF));
    RENEWALS.setLevel(Level.INFO);
    root.addHandler(new ErrorLog(System.err, debug));
  }

  /// Has lines written in `format` from now on, with the time: they are those of a gateway.
  static void serve(LogFormat format) {
    for (var handler : Logger.getLogger("").getHandlers()) {
      if (handler instanceof ErrorLog log) {
        log.format = format;
        log.isTimed = true;
      }
    }
  }

  @Override
  public void publish(LogRecord entry) {
    if (!isLoggable(entry)) {
      return;
    }
    switch (format) {
      case TEXT -> {
        target.println(line(entry));
        var thrown = entry.getThrown();
        if (debug && thrown != null) {
          thrown.printStackTrace(target);
        }
      }
      case JSON -> target.println(json(entry));
    }
  }

  private String json(LogRecord entry) {
    var line =
        new JsonLine()
            .add("time", time(entry))
            .add("level", level(entry))
            .add("logger", String.valueOf(entry.getLoggerName()))
            .add("message", MESSAGE.formatMessage(entry));
    var thrown = entry.getThrown();
    if (thrown != null) {
      line.add("thrown", causes(thrown).substring(2));
      if (debug) {
        var stack = new StringWriter();
        thrown.printStackTrace(new PrintWriter(stack));
        line.add("stack", stack.toString());
      }
    }
    return line.toString();
  }

  private static String time(LogRecord entry) {
    return entry.getInstant().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static String level(LogRecord entry) {
    return entry.getLevel().getName().toLowerCase(Locale.ROOT);
  }

  /// Each of them, after a colon.
  private static String causes(@Nullable Throwable thrown) {
    var text = new StringBuilder();
    for (@Nullable Throwable e = thrown; e != null; e = e.getCause()) {
      text.append(": ").append(e);
    }
    return text.toString();
  }

  @Override
  public void flush() {
    target.flush();
  }

  @Override
  public void close() {
    flush();
  }

  private String line(LogRecord entry) {
    var text =
        (isTimed ? time(entry) + " " : "")
            + "millrace: "
            + level(entry)
            + ": "
            + MESSAGE.formatMessage(entry)
            + causes(entry.getThrown());
    return text.replaceAll("\\s*\\R\\s*", " ");
  }

  /// Fills in the parameters of a message.
  private static final Formatter MESSAGE =
      new Formatter() {
        @Override
        public String format(LogRecord entry) {
          return formatMessage(entry);
        }
      };
}
