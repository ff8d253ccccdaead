package dev.millrace.gateway.http;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Requests that the HTTP server refuses by itself, most of them before they have a path: so they
/// have no line in the log of requests, and are in no count of those.
///
/// They are counted by why, and told in the log every few seconds at most, by nothing but their
/// number: what they say is anybody's. Safe for use by any number of threads.
public final class RefusedRequests {
  private static final System.Logger LOG = System.getLogger(RefusedRequests.class.getName());
  private static final long SILENCE = Duration.ofSeconds(5).toNanos();

  private final LongSupplier nanoTime;
  private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);
  private long toldAt;

  /// Why a request is refused.
  public enum Reason {
    /// It cannot be read, or has more headers than a request needs.
    MALFORMED,
    /// Its first line or its body is longer than may be.
    TOO_LONG,
    /// It is of another version of HTTP, 1.0 say.
    VERSION,
    /// Its body is encoded in another way than in chunks.
    ENCODING,
    /// It comes with more frames of HTTP/2 than serve any purpose.
    FLOOD,
    /// The gateway failed.
    FAILURE;

    static Reason of(int status) {
      return switch (status) {
        case 413, 414 -> TOO_LONG;
        case 501 -> ENCODING;
        case 505 -> VERSION;
        default -> status < 500 ? MALFORMED : FAILURE;
      };
    }

    /// As metrics and the log have it.
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// @param nanoTime as [System#nanoTime]
  RefusedRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.toldAt = nanoTime.getAsLong() - SILENCE;
    for (Reason reason : Reason.values()) {
      counts.put(reason, 0L);
    }
  }

  /// How many there were so far, for every reason.
  public synchronized Map<Reason, Long> counts() {
    return new EnumMap<>(counts);
  }

  /// Counts one.
  synchronized void add(Reason reason) {
    counts.merge(reason, 1L, Long::sum);
    long now = nanoTime.getAsLong();
    if (now - toldAt >= SILENCE) {
      toldAt = now;
      LOG.log(
          System.Logger.Level.WARNING,
          "requests refused so far by the HTTP server itself: {0}",
          counts.entrySet().stream()
              .filter(each -> each.getValue() > 0)
              .map(each -> each.getValue() + " " + each.getKey().text())
              .collect(Collectors.joining(", ")));
    }
  }
}
