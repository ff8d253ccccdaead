package dev.millrace.gateway.command;

import dev.millrace.s3.transfer.Progress;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The last line of a terminal, which tells how far downloads are; where there is no terminal,
/// nothing but their sum.
///
/// Nothing is drawn before the first [#INTERVAL] has passed, so what is quick leaves no trace. Safe
/// for use by several threads.
final class ProgressLine implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(250);
  private static final String CLEARED = "\r\u001b[K";
  private static final int USUAL_WIDTH = 80;

  /// How much the latest interval counts for the rate, against all before.
  private static final double NOVELTY = 0.2;

  private final PrintWriter out;
  private final int width;
  private final boolean many;
  private long done;
  private long received;
  private long all;
  private boolean complete;
  private long objects;
  private double rate = -1;
  private long receivedBefore;
  private long drawnAt;
  private boolean visible;
  private boolean closed;

  /// @param width of the terminal; 0 where there is none
  /// @param many whether there are more objects than one
  ProgressLine(PrintWriter out, int width, boolean many, long now) {
    this.out = out;
    this.width = width;
    this.many = many;
    this.complete = !many;
    this.drawnAt = now;
  }

  /// One that draws itself several times a second, until it is closed.
  static ProgressLine start(PrintWriter out, int width, boolean many) {
    ProgressLine line = new ProgressLine(out, width, many, System.nanoTime());
    if (width > 0) {
      Thread.ofVirtual().name("progress").start(line::run);
    }
    return line;
  }

  /// The width of the terminal that stderr is; 0 where it is none.
  ///
  /// The launcher knows, and says so with a system property. The JDK does not: it tells a terminal
  /// by stdin and stdout.
  static int terminalWidth() {
    Integer told = Integer.getInteger("millrace.columns");
    if (told != null) {
      return told;
    }
    boolean terminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    return terminal ? width(System.getenv("COLUMNS")) : 0;
  }

  private static int width(@Nullable String columns) {
    return columns != null && columns.matches("[1-9][0-9]{0,3}")
        ? Integer.parseInt(columns)
        : USUAL_WIDTH;
  }

  /// Another object.
  ///
  /// @param expected its size as far as is known
  synchronized Item add(long expected) {
    all += expected;
    return new Item(expected);
  }

  /// Something of which nobody knows how much it is: whoever tells how far it is, tells that for
  /// its size.
  synchronized Item addEndless() {
    complete = false;
    return new Item(0);
  }

  /// There will be no others.
  synchronized void complete() {
    complete = true;
  }

  /// Prints a line that stays, above this one.
  synchronized void say(String line) {
    clear();
    out.println(line);
    out.flush();
  }

  /// Bytes that came, without those of earlier downloads.
  synchronized long received() {
    return received;
  }

  /// Removes the line from the terminal.
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    clear();
  }

  /// Draws the line anew.
  ///
  /// @param now in nanoseconds
  synchronized void draw(long now) {
    double latest = (received - receivedBefore) * 1e9 / Math.max(1, now - drawnAt);
    rate = rate < 0 ? latest : (1 - NOVELTY) * rate + NOVELTY * latest;
    receivedBefore = received;
    drawnAt = now;
    Standing standing = new Standing(done, all, complete, many ? objects : -1, rate);
    // A terminal may break the line at its last column.
    out.print(CLEARED + standing.line(width - 1));
    out.flush();
    visible = true;
  }

  private synchronized void run() {
    try {
      while (!closed) {
        wait(INTERVAL.toMillis());
        if (!closed) {
          draw(System.nanoTime());
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void clear() {
    if (visible) {
      out.print(CLEARED);
      out.flush();
      visible = false;
    }
  }

  /// How far one object is. The first that it is told is what there was before.
  final class Item implements Progress {
    private long size;
    private long reached = -1;

    private Item(long expected) {
      size = expected;
    }

    @Override
    public void at(long reached, long size) {
      synchronized (ProgressLine.this) {
        long before = Math.max(0, this.reached);
        done += reached - before;
        received += this.reached < 0 ? 0 : reached - before;
        all += size - this.size;
        this.reached = reached;
        this.size = size;
      }
    }

    /// It is done with: what did not come is not waited for.
    void end() {
      synchronized (ProgressLine.this) {
        all -= size - Math.max(0, reached);
        size = Math.max(0, reached);
        objects++;
      }
    }
  }
}
