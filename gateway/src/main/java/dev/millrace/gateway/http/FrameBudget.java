package dev.millrace.gateway.http;

import io.helidon.http.http2.Http2ErrorCode;
import io.helidon.http.http2.Http2Exception;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// What a client of HTTP/2 may send on one connection that costs it nothing and brings it nothing:
/// frames other than headers, data and window updates, data in crumbs, and pieces of headers. The
/// HTTP server bounds resets and frames without data, and takes of the others as many as come:
/// answers each (PING, SETTINGS), or keeps each (empty CONTINUATION).
///
/// Looks at the head of each frame (RFC 9113, section 4.1) and passes over the rest; so it knows
/// which streams the client has yet to end, too.
final class FrameBudget {
  /// Clients that measure their connection send some pings a second, and those that still have
  /// priorities one for a request.
  private static final int MOST_IN_A_SECOND = 1_000;

  /// Header blocks are bounded by 32 KiB, and whoever has to split one does so at 16 KiB.
  private static final int MOST_CONTINUATIONS = 16;

  /// With padding at its largest, which looks like fields.
  private static final int MOST_FIELDS = StrictRequest.MOST_HEADER_LINES + 128;

  private static final int CRUMB = 64;

  private static final int PREFACE = 24;
  private static final int HEAD = 9;

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;
  private static final int END_STREAM = 1;
  private static final int PADDED = 8;
  private static final int PRIORITY = 32;

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final LongSupplier nanoTime;

  /// How many octets to pass over until the next head.
  private int rest = PREFACE;

  /// The head as far as it is there, without the number of the stream at its end: length, type and
  /// flags.
  private long head;

  private int stream;
  private int headOctets;
  private volatile int lastStream;
  private final Set<Integer> open = ConcurrentHashMap.newKeySet();
  private FieldCount fields = new FieldCount();
  private boolean isInFields;
  private int beforeFields;
  private int continuations;
  private int spent;
  private long since;

  /// @param nanoTime as [System#nanoTime]
  FrameBudget(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.since = nanoTime.getAsLong();
  }

  /// Looks at what came next.
  ///
  /// @throws Http2Exception if it is too much
  void spend(byte[] octets) {
    for (int at = 0; at < octets.length; ) {
      int skipped = Math.min(rest, octets.length - at);
      if (isInFields) {
        countFields(octets, at, at + skipped);
      }
      rest -= skipped;
      at += skipped;
      if (at < octets.length) {
        add(octets[at++]);
      }
    }
  }

  /// The latest stream that the client has begun, 0 before the first. For any thread.
  int lastStream() {
    return lastStream;
  }

  /// Whether the client may send more of a request. For any thread.
  boolean isOpen(int stream) {
    return open.contains(stream);
  }

  private void countFields(byte[] octets, int from, int to) {
    int before = Math.min(beforeFields, to - from);
    beforeFields -= before;
    for (int at = from + before; at < to; at++) {
      fields.add(octets[at]);
    }
    if (fields.fields() > MOST_FIELDS) {
      throw calm("too many fields");
    }
  }

  private void add(byte octet) {
    if (headOctets < HEAD - Integer.BYTES) {
      head = (head << 8) | (octet & 0xFF);
    } else {
      stream = (stream << 8) | (octet & 0xFF);
    }
    if (++headOctets == HEAD) {
      rest = (int) (head >>> 16) & 0xFFFFFF;
      count((int) (head >>> 8) & 0xFF, (int) head & 0xFF);
      head = 0;
      headOctets = 0;
    }
  }

  private void count(int type, int flags) {
    isInFields = type == HEADERS || type == CONTINUATION;
    beforeFields = 0;
    int id = stream & Integer.MAX_VALUE;
    boolean isEnd = (flags & END_STREAM) != 0;
    switch (type) {
      case HEADERS -> {
        if (!isEnd) {
          open.add(id);
        } else if (id <= lastStream) {
          open.remove(id);
        }
        lastStream = Math.max(lastStream, id);
        continuations = 0;
        fields = new FieldCount();
        beforeFields = ((flags & PADDED) == 0 ? 0 : 1) + ((flags & PRIORITY) == 0 ? 0 : 5);
      }
      case CONTINUATION -> {
        if (++continuations > MOST_CONTINUATIONS) {
          throw calm("headers in too many pieces");
        }
      }
      case WINDOW_UPDATE -> {}
      case DATA -> {
        if (isEnd) {
          open.remove(id);
        } else if (rest < CRUMB) {
          spend();
        }
      }
      case RST_STREAM -> {
        open.remove(id);
        spend();
      }
      default -> spend();
    }
  }

  private void spend() {
    if (++spent > MOST_IN_A_SECOND) {
      long now = nanoTime.getAsLong();
      if (now - since < SECOND) {
        throw calm("too many frames");
      }
      since = now;
      spent = 1;
    }
  }

  private static Http2Exception calm(String reason) {
    return new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, reason);
  }
}
