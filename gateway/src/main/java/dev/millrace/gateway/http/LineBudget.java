package dev.millrace.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How many lines of HTTP/1.1 may follow each other without an empty one: what a head may have. The
/// HTTP server bounds its octets only, and takes time with the square of the lines of one name.
///
/// A body has no lines. Where the server does not take for one what its head announces, it has
/// refused the head, or closes the connection after its answer. Of a body in chunks the server
/// holds each as a whole, of any size, and reads their sizes generously; so after one that is too
/// large, or not plainly a chunk (RFC 9112, section 7.1, without extensions and trailers), no more
/// may come.
final class LineBudget {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length:[ \t]*(\\d{1,18})\\s*");
  private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,6})\r");
  private static final int LARGEST_CHUNK = 1 << 20;

  /// What the octets are of that come next.
  private enum Part {
    HEAD,
    CHUNK_SIZE,
    END_OF_CHUNKS,
    /// None may come.
    NOTHING
  }

  /// The beginning of a line, as far as it matters.
  private final byte[] line = new byte[64];

  private Part part = Part.HEAD;
  private int lines;
  private int length;
  private boolean isChunked;
  private long announced;

  /// How many octets to pass over before the next line.
  private long passed;

  /// Looks at what came next.
  ///
  /// @throws IllegalStateException if it is too much
  void spend(byte[] octets) {
    if (part == Part.NOTHING) {
      throw new IllegalStateException("no chunks");
    }
    for (int at = 0; at < octets.length; at++) {
      if (passed > 0) {
        int skipped = (int) Math.min(passed, octets.length - at);
        passed -= skipped;
        at += skipped - 1;
      } else if (octets[at] != '\n') {
        if (length < line.length) {
          line[length] = octets[at];
        }
        length++;
      } else {
        endLine();
        length = 0;
      }
    }
    if (part == Part.CHUNK_SIZE && length > line.length) {
      part = Part.NOTHING;
    }
  }

  private void endLine() {
    switch (part) {
      case HEAD -> endLineOfHead();
      case CHUNK_SIZE -> beginChunk();
      case END_OF_CHUNKS -> part = length == 1 ? Part.HEAD : Part.NOTHING;
      case NOTHING -> {}
    }
  }

  private void endLineOfHead() {
    // An empty line has its CR.
    if (length <= 1) {
      lines = 0;
      part = isChunked ? Part.CHUNK_SIZE : Part.HEAD;
      passed = isChunked ? 0 : announced;
      announced = 0;
      isChunked = false;
    } else {
      lines++;
      noteBody();
    }
    if (lines > StrictRequest.MOST_HEADER_LINES) {
      throw new IllegalStateException("too many lines");
    }
  }

  private void noteBody() {
    int first = line[0] | 0x20;
    if (first == 'c') {
      Matcher said = LENGTH.matcher(text());
      announced = said.matches() ? Long.parseLong(said.group(1)) : announced;
    } else if (first == 't') {
      isChunked |= text().toLowerCase(Locale.ROOT).startsWith("transfer-encoding:");
    }
  }

  private void beginChunk() {
    Matcher chunk = CHUNK.matcher(text());
    int size = chunk.matches() ? Integer.parseInt(chunk.group(1), 16) : Integer.MAX_VALUE;
    if (size > LARGEST_CHUNK) {
      part = Part.NOTHING;
    } else if (size == 0) {
      part = Part.END_OF_CHUNKS;
    } else {
      passed = size + 2L;
    }
  }

  /// The line, cut off where it is longer than any that matters.
  private String text() {
    return new String(line, 0, Math.min(length, line.length), ISO_8859_1);
  }
}
