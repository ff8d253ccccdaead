package dev.millrace.gateway.http;

import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// A line for every request: when, who, what, the status, the bytes of the body that were sent, how
/// long it took, and who had the first byte.
///
/// ```
/// 2026-11-21T11:10:46.123Z 127.0.0.1 "GET /samples/hello.txt" 200 13B 0.41ms memory
/// ```
///
/// Safe for use by any number of threads.
public final class AccessLog {
  private final @Nullable PrintStream out;

  private AccessLog(@Nullable PrintStream out) {
    this.out = out;
  }

  public static AccessLog to(PrintStream out) {
    return new AccessLog(out);
  }

  /// A log that writes nothing.
  public static AccessLog off() {
    return new AccessLog(null);
  }

  /// @param bytes how much of the body was sent
  /// @param remark where the bytes came from, or why there are too few
  void write(Exchange exchange, int status, long bytes, String remark) {
    if (out == null) {
      return;
    }
    long micros = exchange.age() / 1000;
    StringBuilder line = new StringBuilder(128);
    line.append(Instant.now().truncatedTo(ChronoUnit.MILLIS))
        .append(' ')
        .append(exchange.client())
        .append(" \"")
        .append(exchange.method())
        .append(' ')
        .append(exchange.rawPath())
        .append("\" ")
        .append(status)
        .append(' ')
        .append(bytes)
        .append("B ")
        .append(micros / 1000)
        .append('.')
        .append(micros / 100 % 10)
        .append(micros / 10 % 10)
        .append("ms ")
        .append(remark);
    out.println(line);
  }
}
