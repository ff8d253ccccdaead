package dev.millrace.gateway.http;

import dev.millrace.gateway.json.JsonLine;
import dev.millrace.gateway.settings.LogFormat;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A line for every request: when, from where, who (or `-` where that is not asked), what, the
/// status, the bytes of the body that were sent, how long it took, and who had the first byte.
///
/// ```
/// 2026-11-21T11:10:46.123Z 127.0.0.1 - "GET /samples/hello.txt" 200 13B 0.41ms memory
/// ```
///
/// or the same as an object of JSON, where `request` is the answer's `x-amz-request-id`, `prefix`
/// is of a listing, `identity` is who asks, if that is known, and `trouble` says why an answer is
/// an error or too short:
///
/// ```
/// {"time":"2026-11-21T11:10:46.123Z","request":"5F0B16C3D2A94E87","client":"127.0.0.1",
/// "method":"GET","path":"/samples/hello.txt","status":200,"bytes":13,"millis":0.41,
/// "source":"memory"}
/// ```
///
/// Nothing else of a query is written down: that of a presigned URL lets whoever reads it in.
///
/// Requests do not wait for each other's lines: a line goes into a queue, and whoever finds nobody
/// writing writes all that is in it. If whoever reads the log stops reading, lines are given up
/// once [#MOST_WAITING] wait, and the log says how many.
///
/// Safe for use by any number of threads.
public final class AccessLog implements RequestListener {
  private static final int MOST_WAITING = 10_000;
  private static final int MOST_AT_ONCE = 1_000;

  private final PrintStream out;
  private volatile @Nullable LogFormat format;
  private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicBoolean writing = new AtomicBoolean();

  /// @param format null where nothing is logged
  public AccessLog(PrintStream out, @Nullable LogFormat format) {
    this.out = out;
    this.format = format;
  }

  /// From now on lines are written in `format`, or none where null.
  public void renew(@Nullable LogFormat format) {
    this.format = format;
  }

  @Override
  public void answered(Exchange exchange) {
    switch (format) {
      case TEXT -> write(text(exchange));
      case JSON -> write(json(exchange));
      case null -> {}
    }
  }

  private static String json(Exchange exchange) {
    JsonLine line =
        new JsonLine()
            .add("time", now())
            .add("request", exchange.id())
            .add("client", exchange.client())
            .add("method", exchange.method())
            .add("path", exchange.rawPath());
    if (exchange.prefix() != null) {
      line.add("prefix", exchange.prefix());
    }
    line.add("status", exchange.status())
        .add("bytes", exchange.bytes())
        .addHundredths("millis", exchange.toLastByte() / 10_000)
        .add("source", exchange.source().text());
    if (exchange.identity() != null) {
      line.add("identity", exchange.identity());
    }
    if (exchange.isStale()) {
      line.add("freshness", "stale");
    }
    String trouble = exchange.trouble();
    return (trouble == null ? line : line.add("trouble", trouble)) + "\n";
  }

  private static String now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static String text(Exchange exchange) {
    long micros = exchange.toLastByte() / 1000;
    StringBuilder line = new StringBuilder(128);
    line.append(now())
        .append(' ')
        .append(exchange.client())
        .append(' ')
        .append(exchange.identity() == null ? "-" : exchange.identity())
        .append(" \"")
        .append(printable(exchange.method()))
        .append(' ')
        .append(printable(exchange.rawPath()))
        .append("\" ")
        .append(exchange.status())
        .append(' ')
        .append(exchange.bytes())
        .append("B ")
        .append(micros / 1000)
        .append('.')
        .append(micros / 100 % 10)
        .append(micros / 10 % 10)
        .append("ms ")
        .append(printable(remark(exchange)));
    line.append('\n');
    return line.toString();
  }

  /// Where the bytes came from, or why there are none or too few.
  private static String remark(Exchange exchange) {
    String trouble = exchange.trouble();
    if (trouble != null) {
      return trouble;
    }
    String source = exchange.source() == AnswerSource.NONE ? "-" : exchange.source().text();
    return exchange.isStale() ? source + ", stale" : source;
  }

  private String lost(int lines) {
    String message = lines + " lines were lost here: nobody read the log";
    return switch (format) {
      case TEXT -> message;
      case null -> message;
      case JSON -> new JsonLine().add("time", now()).add("message", message).toString();
    };
  }

  /// The text with everything escaped that could end a field or a line.
  private static String printable(String text) {
    if (text.chars().allMatch(AccessLog::isPlain)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(c -> escaped.append(isPlain(c) ? "" + (char) c : "\\x%02x".formatted(c)));
    return escaped.toString();
  }

  private static boolean isPlain(int c) {
    return c >= ' ' && c != '"' && c != '\\' && c != 0x7F;
  }

  private void write(String line) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      lost.incrementAndGet();
      return;
    }
    lines.add(line);
    // Whoever adds a line while another writes may find it busy; the other looks again once done.
    while (!lines.isEmpty() && writing.compareAndSet(false, true)) {
      try {
        writeAll();
      } finally {
        writing.set(false);
      }
    }
  }

  private void writeAll() {
    StringBuilder all = new StringBuilder();
    for (int taken = 0; taken < MOST_AT_ONCE; taken++) {
      String line = lines.poll();
      if (line == null) {
        break;
      }
      waiting.decrementAndGet();
      all.append(line);
    }
    int gone = lost.getAndSet(0);
    if (gone > 0) {
      all.append(lost(gone)).append('\n');
    }
    byte[] text = all.toString().getBytes(StandardCharsets.UTF_8);
    out.write(text, 0, text.length);
    out.flush();
  }
}
