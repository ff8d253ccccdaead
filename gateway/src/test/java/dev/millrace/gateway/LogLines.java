package dev.millrace.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// What the log is told.
public final class LogLines extends Handler {
  private final List<String> told = new ArrayList<>();

  private LogLines() {}

  /// What a class tells the log while `happening`, which is done by the calling thread.
  public static List<String> of(Class<?> teller, Runnable happening) {
    LogLines lines = new LogLines();
    Logger logger = Logger.getLogger(teller.getName());
    logger.addHandler(lines);
    try {
      happening.run();
    } finally {
      logger.removeHandler(lines);
    }
    return lines.told;
  }

  @Override
  public void publish(LogRecord line) {
    told.add(new SimpleFormatter().formatMessage(line));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
