package dev.millrace.gateway.command;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// What is logged goes to stderr, a line each, from WARNING upwards.
final class ErrorLog extends Handler {
  /// Who says at length, and again and again, what the fleet says in a line. Kept here, since the
  /// log forgets the level of a logger that nobody holds.
  private static final List<Logger> TALKATIVE =
      List.of(Logger.getLogger("org.apache.zookeeper"), Logger.getLogger("org.apache.curator"));

  private final PrintStream target;
  private final boolean debug;

  private ErrorLog(PrintStream target, boolean debug) {
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
    root.addHandler(new ErrorLog(System.err, debug));
  }

  @Override
  public void publish(LogRecord entry) {
    if (!isLoggable(entry)) {
      return;
    }
    target.println(line(entry));
    var thrown = entry.getThrown();
    if (debug && thrown != null) {
      thrown.printStackTrace(target);
    }
  }

  @Override
  public void flush() {
    target.flush();
  }

  @Override
  public void close() {
    flush();
  }

  private static String line(LogRecord entry) {
    var text =
        new StringBuilder("millrace: ").append(entry.getLevel().getName().toLowerCase(Locale.ROOT));
    text.append(": ").append(MESSAGE.formatMessage(entry));
    for (@Nullable Throwable e = entry.getThrown(); e != null; e = e.getCause()) {
      text.append(": ").append(e);
    }
    return text.toString().replaceAll("\\s*\\R\\s*", " ");
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
